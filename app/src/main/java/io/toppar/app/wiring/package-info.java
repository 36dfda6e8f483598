/**
 * How a client is put together: {@link io.toppar.app.wiring.Toppar#builder} and the Guice modules
 * of the adapters. Guice is seen here and nowhere else; the injector never leaves.
 */
package io.toppar.app.wiring;
