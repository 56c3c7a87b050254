"""Tries what openapi-python-client makes of the OpenAPI document. Arguments: base URL, API key, a PDF."""

import json
import sys
import time

from document_governance_service_client import AuthenticatedClient
from document_governance_service_client.api.documents import (
    create_document,
    get_document,
    list_documents,
    update_document,
)
from document_governance_service_client.api.events import list_events
from document_governance_service_client.api.policies import create_policy
from document_governance_service_client.api.webhooks import get_webhook, list_webhooks
from document_governance_service_client.models import (
    AccessLevel,
    CreateDocument,
    CreatePolicy,
    DocumentCreatedEvent,
    UpdateDocument,
)
from document_governance_service_client.types import File

base_url, api_key, pdf = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=api_key)
stranger = AuthenticatedClient(base_url=base_url, token="dgs_live_0")
astray = AuthenticatedClient(base_url=f"{base_url}/astray", token=api_key)
unknown = "doc_00000000000000000000000000"
webhook = "whk_00000000000000000000000000"


def problem(read):
    return [read.status, read.title, *(issue.location for issue in read.errors or [])]


def until(find):
    """Lists are eventually consistent."""
    deadline = time.monotonic() + 20
    while not (found := find()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


with open(pdf, "rb") as file:
    payload = File(payload=file, file_name="contract.pdf", mime_type="application/pdf")
    form = CreateDocument(title="From a client", access_level=AccessLevel.PRIVATE, payload=payload)
    created = create_document.sync(client=client, body=form)
changed = update_document.sync(created.id, client=client, body=UpdateDocument(title="Changed"))


def is_listed():
    return created.id in [one.id for one in list_documents.sync(client=client, limit=100).items]


def created_event():
    events = list_events.sync(client=client, limit=100).items
    return next((one for one in events if isinstance(one, DocumentCreatedEvent) and one.data.id == created.id), None)


event = until(created_event)
policy = CreatePolicy(name=f"Of a client {created.id}")
create_policy.sync(client=client, body=policy)
print(
    json.dumps(
        {
            "created": [created.title, created.access_level],
            "is_time": abs(time.time() - created.created_at.timestamp()) < 60,
            "changed": changed.title,
            "is_listed": until(is_listed),
            "event": [event.type_, event.data.title],
            "not_found": get_document.sync(unknown, client=client).error.code,
            "taken": problem(create_policy.sync(client=client, body=policy)),
            "no_key": get_document.sync(unknown, client=stranger).error.code,
            "no_key_problem": problem(list_webhooks.sync(client=stranger)),
            "astray": get_document.sync(unknown, client=astray).error.code,
            "astray_problem": problem(get_webhook.sync(webhook, client=astray)),
        }
    )
)
