/**
 * What an application holds: {@link io.toppar.app.client.Consumer}, the events and records it
 * gives, and the errors it throws. Everything here may be used from any thread unless it says
 * otherwise, and nothing of the application's ever runs on the client's own thread.
 */
package io.toppar.app.client;
