import com.google.gson.Gson;
import java.io.File;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PoliciesApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.CreatePolicy;
import org.openapitools.client.model.DeliveredEvent;
import org.openapitools.client.model.Document;
import org.openapitools.client.model.DocumentCreatedEvent;
import org.openapitools.client.model.GatewayError;
import org.openapitools.client.model.ListDocuments400Response;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.UpdateDocument;

/** Tries what openapi-generator's Java generator makes of the OpenAPI document. Arguments: base URL, API key, a PDF. */
public class OpenapiGenerator {
  interface Call<T> {
    T run() throws Exception;
  }

  static ApiClient clientWith(String baseUrl, String key) {
    ApiClient client = new ApiClient();
    client.setBasePath(baseUrl);
    client.setBearerToken(key);
    return client;
  }

  static ApiException refusal(Call<?> call) throws Exception {
    try {
      call.run();
    } catch (ApiException error) {
      return error;
    }
    throw new AssertionError("The request was not refused");
  }

  static String envelope(Call<?> call) throws Exception {
    Object read = ListDocuments400Response.fromJson(refusal(call).getResponseBody()).getActualInstance();
    return (read instanceof GatewayError gateway
            ? gateway.getError()
            : ((org.openapitools.client.model.Error) read).getError())
        .getCode()
        .getValue();
  }

  static List<Object> problem(Call<?> call) throws Exception {
    Problem read = Problem.fromJson(refusal(call).getResponseBody());
    List<Object> result = new ArrayList<>(List.of(read.getStatus(), read.getTitle()));
    if (read.getErrors() != null) read.getErrors().forEach(issue -> result.add(issue.getLocation()));
    return result;
  }

  /** Lists are eventually consistent. */
  static <T> T until(Call<T> find) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    T found = find.run();
    while (found == null && System.nanoTime() < deadline) {
      Thread.sleep(100);
      found = find.run();
    }
    return found;
  }

  public static void main(String[] arguments) throws Exception {
    String baseUrl = arguments[0];
    ApiClient client = clientWith(baseUrl, arguments[1]);
    DocumentsApi documents = new DocumentsApi(client);
    PoliciesApi policies = new PoliciesApi(client);
    String unknown = "doc_00000000000000000000000000";
    String webhook = "whk_00000000000000000000000000";

    Document created = documents.createDocument("From a client", null, new File(arguments[2]), null, null, "private");
    Document changed =
        documents.updateDocument(created.getId(), new UpdateDocument().title("Changed"), null, null);
    Document listed =
        until(
            () ->
                documents
                    .listDocuments(100, null, null, null, null, null, null, null, null, null, null)
                    .getItems()
                    .stream()
                    .filter(one -> one.getId().equals(created.getId()))
                    .findFirst()
                    .orElse(null));
    DocumentCreatedEvent event =
        until(
            () -> {
              for (DeliveredEvent one : new EventsApi(client).listEvents(100, null, null, null, null).getItems())
                if (one.getActualInstance() instanceof DocumentCreatedEvent read
                    && read.getData().getId().equals(created.getId())) return read;
              return null;
            });
    CreatePolicy policy = new CreatePolicy().name("Of a client " + created.getId());
    policies.createPolicy(policy, null, null);
    ApiClient stranger = clientWith(baseUrl, "dgs_live_0");
    ApiClient astray = clientWith(baseUrl + "/astray", arguments[1]);

    Map<String, Object> output = new LinkedHashMap<>();
    output.put("created", List.of(created.getTitle(), created.getAccessLevel().getValue()));
    output.put(
        "is_time", Duration.between(created.getCreatedAt(), OffsetDateTime.now()).abs().toMinutes() < 1);
    output.put("changed", changed.getTitle());
    output.put("is_listed", listed != null);
    output.put("event", List.of(event.getType().getValue(), event.getData().getTitle()));
    output.put("not_found", envelope(() -> documents.getDocument(unknown, null, null, null)));
    output.put("taken", problem(() -> policies.createPolicy(policy, null, null)));
    output.put("no_key", envelope(() -> new DocumentsApi(stranger).getDocument(unknown, null, null, null)));
    output.put("no_key_problem", problem(() -> new WebhooksApi(stranger).listWebhooks(null)));
    output.put("astray", envelope(() -> new DocumentsApi(astray).getDocument(unknown, null, null, null)));
    output.put(
        "astray_problem", problem(() -> new WebhooksApi(astray).getWebhook(webhook, null, null, null)));
    System.out.println(new Gson().toJson(output));
  }
}
