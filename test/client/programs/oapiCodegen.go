// Tries what oapi-codegen makes of the OpenAPI document. Arguments: base URL, API key, a PDF.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	client "generated/client"
)

const unknown = "doc_00000000000000000000000000"

func clientWith(baseURL, key string) *client.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	return must(client.NewClientWithResponses(baseURL, client.WithRequestEditorFn(authorize)))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// The body of an error in the envelope format is the union of `Error` and `GatewayError`.
func envelope(body interface{ AsError() (client.Error, error) }) string {
	return string(must(body.AsError()).Error.Code)
}

func upload(title, pdf string) (string, *bytes.Buffer) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("title", title)
	form.WriteField("access_level", string(client.AccessLevelPrivate))
	must(must(form.CreateFormFile("payload", "contract.pdf")).Write(must(os.ReadFile(pdf))))
	form.Close()
	return form.FormDataContentType(), &body
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
	limit := 100

	contentType, form := upload("From a client", pdf)
	created := must(api.CreateDocumentWithBodyWithResponse(ctx, nil, contentType, form)).JSON200
	title := "Changed"
	changed := must(api.UpdateDocumentWithResponse(ctx, created.Id, nil, client.UpdateDocument{Title: &title})).JSON200
	isListed := until(func() bool {
		for _, one := range must(api.ListDocumentsWithResponse(ctx, &client.ListDocumentsParams{Limit: &limit})).JSON200.Items {
			if one.Id == created.Id {
				return true
			}
		}
		return false
	})
	var event client.DocumentCreatedEvent
	until(func() bool {
		for _, one := range must(api.ListEventsWithResponse(ctx, &client.ListEventsParams{Limit: &limit})).JSON200.Items {
			if read, ok := must(one.ValueByDiscriminator()).(client.DocumentCreatedEvent); ok && read.Data.Id == created.Id {
				event = read
			}
		}
		return event.Id != ""
	})
	policy := client.CreatePolicy{Name: "Of a client " + created.Id}
	must(api.CreatePolicyWithResponse(ctx, nil, policy))
	taken := must(api.CreatePolicyWithResponse(ctx, nil, policy)).ApplicationproblemJSON422
	stranger := clientWith(baseURL, "dgs_live_0")
	astray := clientWith(baseURL+"/astray", key)
	refused := must(stranger.ListWebhooksWithResponse(ctx, nil)).ApplicationproblemJSON401
	lost := must(astray.GetWebhookWithResponse(ctx, "whk_00000000000000000000000000", nil)).JSON404
	output := must(json.Marshal(map[string]any{
		"created":        []any{created.Title, created.AccessLevel},
		"is_time":        time.Since(created.CreatedAt).Abs() < time.Minute,
		"changed":        changed.Title,
		"is_listed":      isListed,
		"event":          []any{event.Type, event.Data.Title},
		"not_found":      envelope(must(api.GetDocumentWithResponse(ctx, unknown, nil)).JSON404),
		"taken":          []any{taken.Status, taken.Title, (*taken.Errors)[0].Location},
		"no_key":         envelope(must(stranger.GetDocumentWithResponse(ctx, unknown, nil)).JSON401),
		"no_key_problem": []any{refused.Status, refused.Title},
		"astray":         envelope(must(astray.GetDocumentWithResponse(ctx, unknown, nil)).JSON404),
		"astray_problem": []any{lost.Status, lost.Title},
	}))
	fmt.Println(string(output))
}
