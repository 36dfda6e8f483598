package io.toppar.app.wiring;

import com.google.inject.Module;
import io.toppar.app.config.Configuration;
import io.toppar.app.engine.DutyRunner;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a client of either kind is made of. Immutable, any thread.
 *
 * @param configuration its settings
 * @param installed modules in place of the defaults for the ports that they bind
 * @param runner calls the duty cycle; null for the gateway's own loop, or a thread
 * @param callbacks callback.executor; null for a thread of the client's own
 */
record ClientParts(
    Configuration configuration,
    List<Module> installed,
    @Nullable DutyRunner runner,
    @Nullable Executor callbacks) {}
