"""What the OpenAPI document cannot say to schemathesis: what a PDF is, and that a key must not come again with something else."""

import os
import re
import uuid

import schemathesis
from hypothesis import strategies

with open(os.environ["PDF"], "rb") as file:
    schemathesis.openapi.media_type("application/pdf", strategies.just(file.read()))


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers or {}
    if re.fullmatch("[!-~]{1,255}", headers.get("Idempotency-Key", "")):
        headers["Idempotency-Key"] = str(uuid.uuid4())
