package io.toppar.app.engine;

import io.toppar.domain.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The replies of questions, remembered so that closing leaves nobody waiting. Duty thread only. */
final class OwedReplies {

  private final List<CompletableFuture<?>> replies = new ArrayList<>();

  /** Remembers a reply until it has come. */
  void owe(CompletableFuture<?> reply) {
    replies.removeIf(CompletableFuture::isDone);
    replies.add(reply);
  }

  /** Nothing more will be answered. */
  void end() {
    for (CompletableFuture<?> reply : replies) {
      reply.completeExceptionally(
          new EngineException(ErrorCode.LOCAL_DESTROY, "the client was closed"));
    }
    replies.clear();
  }
}
