// Tries what openapi-generator's Go generator makes of the OpenAPI document. Arguments: base URL, API key, a PDF.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	client "generated/client"
)

const unknown = "doc_00000000000000000000000000"

func clientWith(baseURL, key string) *client.APIClient {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: baseURL}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+key)
	return client.NewAPIClient(configuration)
}

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		var refused *client.GenericOpenAPIError
		if errors.As(err, &refused) {
			panic(fmt.Sprint(err, string(refused.Body())))
		}
		panic(err)
	}
	return value
}

func refusal[T any](_ T, _ *http.Response, err error) any {
	var refused *client.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(fmt.Sprint("the request was not refused: ", err))
	}
	return refused.Model()
}

func envelope(model any) string {
	read, ok := model.(client.ListDocuments400Response)
	if !ok {
		panic(fmt.Sprintf("%T", model))
	}
	if read.Error != nil {
		return string(read.Error.Error.Code)
	}
	return string(read.GatewayError.Error.Code)
}

func problem(model any) []any {
	read, ok := model.(client.Problem)
	if !ok {
		panic(fmt.Sprintf("%T", model))
	}
	result := []any{read.Status, read.Title}
	for _, issue := range read.Errors {
		result = append(result, issue.Location)
	}
	return result
}

// Lists are eventually consistent.
func until(condition func() bool) bool {
	deadline := time.Now().Add(20 * time.Second)
	for !condition() {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(100 * time.Millisecond)
	}
	return true
}

func main() {
	baseURL, key, pdf := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	api := clientWith(baseURL, key)
	file, err := os.Open(pdf)
	if err != nil {
		panic(err)
	}
	created := must(api.DocumentsAPI.CreateDocument(ctx).Title("From a client").Payload(file).AccessLevel("private").Execute())
	update := client.NewUpdateDocument()
	update.SetTitle("Changed")
	changed := must(api.DocumentsAPI.UpdateDocument(ctx, created.Id).UpdateDocument(*update).Execute())
	isListed := until(func() bool {
		for _, one := range must(api.DocumentsAPI.ListDocuments(ctx).Limit(100).Execute()).Items {
			if one.Id == created.Id {
				return true
			}
		}
		return false
	})
	var event *client.DocumentCreatedEvent
	until(func() bool {
		for _, one := range must(api.EventsAPI.ListEvents(ctx).Limit(100).Execute()).Items {
			if one.DocumentCreatedEvent != nil && one.DocumentCreatedEvent.Data.Id == created.Id {
				event = one.DocumentCreatedEvent
			}
		}
		return event != nil
	})
	policy := client.CreatePolicy{Name: "Of a client " + created.Id}
	must(api.PoliciesAPI.CreatePolicy(ctx).CreatePolicy(policy).Execute())
	stranger := clientWith(baseURL, "dgs_live_0")
	astray := clientWith(baseURL+"/astray", key)
	output, err := json.Marshal(map[string]any{
		"created":        []any{created.Title, created.AccessLevel},
		"is_time":        time.Since(created.CreatedAt).Abs() < time.Minute,
		"changed":        changed.Title,
		"is_listed":      isListed,
		"event":          []string{event.Type, event.Data.Title},
		"not_found":      envelope(refusal(api.DocumentsAPI.GetDocument(ctx, unknown).Execute())),
		"taken":          problem(refusal(api.PoliciesAPI.CreatePolicy(ctx).CreatePolicy(policy).Execute())),
		"no_key":         envelope(refusal(stranger.DocumentsAPI.GetDocument(ctx, unknown).Execute())),
		"no_key_problem": problem(refusal(stranger.WebhooksAPI.ListWebhooks(ctx).Execute())),
		"astray":         envelope(refusal(astray.DocumentsAPI.GetDocument(ctx, unknown).Execute())),
		"astray_problem": problem(refusal(astray.WebhooksAPI.GetWebhook(ctx, "whk_00000000000000000000000000").Execute())),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(output))
}
