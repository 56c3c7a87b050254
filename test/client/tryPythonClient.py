"""Tries what openapi-python-client makes of the OpenAPI document. Arguments: base URL, API key, a PDF."""

import json
import sys
import time

from document_governance_service_client import AuthenticatedClient
from document_governance_service_client.api.documents import create_document, get_document, list_documents
from document_governance_service_client.models import AccessLevel, CreateDocument
from document_governance_service_client.types import File

base_url, api_key, pdf = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=api_key)

with open(pdf, "rb") as file:
    payload = File(payload=file, file_name="contract.pdf", mime_type="application/pdf")
    body = CreateDocument(title="From Python", access_level=AccessLevel.PRIVATE, payload=payload)
    created = create_document.sync(client=client, body=body)
read = get_document.sync(created.id, client=client)


def is_listed():
    page = list_documents.sync(client=client, limit=100)
    return created.id in [document.id for document in page.items]


# Lists are eventually consistent.
deadline = time.monotonic() + 20
while not is_listed() and time.monotonic() < deadline:
    time.sleep(0.1)
refused = get_document.sync("doc_00000000000000000000000000", client=client)

print(
    json.dumps(
        {
            "created": {
                "title": created.title,
                "processing_status": created.processing_status,
                "access_level": created.access_level,
            },
            "read": read.title,
            "isListed": is_listed(),
            "refused": refused.error.code,
        }
    )
)
