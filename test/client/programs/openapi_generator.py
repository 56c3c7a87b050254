"""Tries what openapi-generator's Python generator makes of the OpenAPI document. Arguments: base URL, API key, a PDF."""

import json
import sys
import time

import openapi_client
from openapi_client.exceptions import ApiException

base_url, api_key, pdf = sys.argv[1:]


def client_with(key, host=base_url):
    return openapi_client.ApiClient(openapi_client.Configuration(host=host, access_token=key))


client = client_with(api_key)
unknown = "doc_00000000000000000000000000"
webhook = "whk_00000000000000000000000000"
documents = openapi_client.DocumentsApi(client)
policies = openapi_client.PoliciesApi(client)


def error_of(call):
    try:
        call()
    except ApiException as error:
        return error.data
    raise AssertionError("The request was not refused")


def envelope(call):
    return error_of(call).actual_instance.error.code.value


def problem(call):
    read = error_of(call)
    return [read.status, read.title, *(issue.location for issue in read.errors or [])]


def until(condition):
    """Lists are eventually consistent."""
    deadline = time.monotonic() + 20
    while not (found := condition()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


with open(pdf, "rb") as file:
    created = documents.create_document("From a client", payload=("contract.pdf", file.read()), access_level="private")
changed = documents.update_document(created.id, openapi_client.UpdateDocument(title="Changed"))


def is_listed():
    return created.id in [one.id for one in documents.list_documents(limit=100).items]


def created_event():
    events = [one.actual_instance for one in openapi_client.EventsApi(client).list_events(limit=100).items]
    return next((one for one in events if isinstance(one, openapi_client.DocumentCreatedEvent) and one.data.id == created.id), None)


policy = openapi_client.CreatePolicy(name=f"Of a client {created.id}")
policies.create_policy(policy)
event = until(created_event)
stranger = client_with("dgs_live_0")
astray = client_with(api_key, f"{base_url}/astray")
print(
    json.dumps(
        {
            "created": [created.title, created.access_level.value],
            "is_time": abs(time.time() - created.created_at.timestamp()) < 60,
            "changed": changed.title,
            "is_listed": until(is_listed),
            "event": [event.type, event.data.title],
            "not_found": envelope(lambda: documents.get_document(unknown)),
            "taken": problem(lambda: policies.create_policy(policy)),
            "no_key": envelope(lambda: openapi_client.DocumentsApi(stranger).get_document(unknown)),
            "no_key_problem": problem(lambda: openapi_client.WebhooksApi(stranger).list_webhooks()),
            "astray": envelope(lambda: openapi_client.DocumentsApi(astray).get_document(unknown)),
            "astray_problem": problem(lambda: openapi_client.WebhooksApi(astray).get_webhook(webhook)),
        }
    )
)
