package io.toppar.netty.connection;

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

  /**
   * The newest version of a call within both the broker's range and the call's, or {@link #NONE}.
   *
   * @param floor whether the oldest version that we speak of it is wanted, not the newest
   */
  public int newest(Call call, boolean floor) {
    ApiVersionsResponse.ApiVersion range = ranges.get(call.api().key());
    if (range == null) {
      return NONE;
    }
    int newest = Math.min(highest(call, floor), range.maxVersion());
    return newest < Math.max(call.lowestVersion(), range.minVersion()) ? NONE : newest;
  }

  /** Why there is no version for a call, behind the broker's name. */
  public String misfit(Call call, boolean floor) {
    ApiVersionsResponse.ApiVersion range = ranges.get(call.api().key());
    return " takes "
        + call.api()
        + " versions "
        + (range == null ? "none" : range.minVersion() + "-" + range.maxVersion())
        + ", this request needs "
        + call.lowestVersion()
        + "-"
        + highest(call, floor)
        + "; use a broker from 2.1 on that has this feature";
  }

  private static int highest(Call call, boolean floor) {
    return floor ? Math.min(call.api().floor(), call.highestVersion()) : call.highestVersion();
  }
}
