package io.toppar.ports;

import org.jspecify.annotations.Nullable;

/**
 * Who commits offsets of a group that has members. Immutable, any thread.
 *
 * @param memberId the member, as its coordinator named it
 * @param instanceId group.instance.id of a static member, or null
 * @param generation the generation, or the member's epoch, that it commits under
 */
public record CommitIdentity(String memberId, @Nullable String instanceId, int generation) {}
