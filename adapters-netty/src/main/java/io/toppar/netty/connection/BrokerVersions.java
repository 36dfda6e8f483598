package io.toppar.netty.connection;

import io.toppar.netty.protocol.Api;
import io.toppar.netty.protocol.messages.ApiVersionsResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which versions one broker takes, as it told one connection: brokers of a cluster differ during a
 * rolling upgrade. Immutable.
 */
public final class BrokerVersions {

  /** No version fits both sides. */
  public static final int NONE = -1;

  private final Map<Short, ApiVersionsResponse.ApiVersion> ranges = new HashMap<>();

  /** The ranges of an ApiVersions reply. */
  public BrokerVersions(List<ApiVersionsResponse.ApiVersion> told) {
    for (ApiVersionsResponse.ApiVersion range : told) {
      ranges.put(range.apiKey(), range);
    }
  }

  /** The newest version of a call within both the broker's range and ours, or {@link #NONE}. */
  public int newest(Api api, int lowest, int highest) {
    ApiVersionsResponse.ApiVersion range = ranges.get(api.key());
    if (range == null) {
      return NONE;
    }
    int newest = Math.min(highest, range.maxVersion());
    return newest < Math.max(lowest, range.minVersion()) ? NONE : newest;
  }

  /** The broker's range for a call, for people. */
  public String range(Api api) {
    ApiVersionsResponse.ApiVersion range = ranges.get(api.key());
    return range == null ? "none" : range.minVersion() + "-" + range.maxVersion();
  }
}
