import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch in a folder, which the argument names. It prints its port, and ends with its standard input. */
public final class SearchNode extends Node {
  private SearchNode(Settings settings) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "search"),
        List.of(Netty4Plugin.class),
        false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings settings =
        Settings.builder()
            .put("path.home", Path.of(arguments[0]))
            .put("cluster.name", "search")
            .put("node.name", "search")
            .put("discovery.type", "single-node")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .build();
    try (SearchNode node = new SearchNode(settings)) {
      node.start();
      HttpServerTransport http = node.injector().getInstance(HttpServerTransport.class);
      System.out.println("port " + http.boundAddress().publishAddress().getPort());
      while (System.in.read() >= 0) {}
    }
  }
}
