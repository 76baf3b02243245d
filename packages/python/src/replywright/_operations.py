# mypy: disable-error-code="no-any-return"
# Generated from the OpenAPI document. CONTRIBUTING.md says how.
from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import types
from ._connection import AsyncConnection, Connection
from ._exchange import CallOptions

class Agents:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.AgentPage:
        """List agents.

        Returns the organisation's agents, newest first, then agents that other organisations share with the user of the API key. A page of large agents may contain fewer than `limit` items; follow `next`.

        `GET /api/v1/agents/`"""
        return self._connection.call("GET", "/api/v1/agents/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.Agent]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/agents/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    def create(self, body: types.AgentInput, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Create an agent.

        At most 300 KB in total, and 1000 agents. Upload documents after the agent is created.

        `POST /api/v1/agents/`"""
        return self._connection.call("POST", "/api/v1/agents/", {}, {}, body, options)

    def get(self, id: str, *, secrets: Optional[Literal["masked"]] = None, draft: Optional[Literal["true"]] = None, options: Optional[CallOptions] = None) -> types.Agent:
        """Get an agent.

        Returns the agent with all its sub-resources. An agent that is shared with you has masked secrets.

        `GET /api/v1/agents/{id}/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/", {"id": id}, {"secrets": secrets, "draft": draft}, None, options)

    def replace(self, id: str, body: types.AgentInput, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Update an agent and its sub-resources.

        `name` is required. Everything else that is omitted keeps its value, so this is not a replacement of the whole agent. An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total. Returns 409 if another request changed the agent concurrently.

        `PUT /api/v1/agents/{id}/`"""
        return self._connection.call("PUT", "/api/v1/agents/{id}/", {"id": id}, {}, body, options)

    def update(self, id: str, body: types.AgentChange, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Change parts of an agent.

        The same as PUT, but `name` is optional. An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total.

        `PATCH /api/v1/agents/{id}/`"""
        return self._connection.call("PATCH", "/api/v1/agents/{id}/", {"id": id}, {}, body, options)

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete an agent.

        Cannot be undone. The numbers of the agent are disconnected. Its conversations are kept.

        `DELETE /api/v1/agents/{id}/`"""
        return self._connection.call("DELETE", "/api/v1/agents/{id}/", {"id": id}, {}, None, options)

    def save_draft(self, id: str, body: types.AgentChange, *, options: Optional[CallOptions] = None) -> None:
        """Save a draft of an agent.

        Changes fields in the draft of the agent, which customers do not see. It begins as the published agent. Fields that equal the published ones are not part of it, and `documents` are ignored. Trials use it with `draft: true`. Its revision is the `ETag` of a GET of the agent with `draft=true`, and never repeats. An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total.

        `PUT /api/v1/agents/{id}/draft/`"""
        return self._connection.call("PUT", "/api/v1/agents/{id}/draft/", {"id": id}, {}, body, options)

    def delete_draft(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete the draft of an agent.

        Idempotent.

        `DELETE /api/v1/agents/{id}/draft/`"""
        return self._connection.call("DELETE", "/api/v1/agents/{id}/draft/", {"id": id}, {}, None, options)

    def publish_draft(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Publish the draft of an agent.

        Replaces the fields of the draft in the published agent, and deletes the draft. Returns 404 without a draft, and 409 if the agent or the draft was changed concurrently. If the published agent has `requiresProof`, or its organisation requires it in the dashboard, the last proof of exactly this draft must have passed; otherwise it returns 409 with the reason `proof_required`.

        `POST /api/v1/agents/{id}/draft/publish/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/draft/publish/", {"id": id}, {}, {}, options)

    def list_versions(self, id: str, *, options: Optional[CallOptions] = None) -> types.AgentsListVersionsResult:
        """List the versions of an agent.

        The current version and up to 20 before it, of the last 90 days, newest first.

        `GET /api/v1/agents/{id}/versions/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/versions/", {"id": id}, {}, None, options)

    def get_version(self, id: str, version: str, *, compare_with: Optional[Literal["previous", "current"]] = None, options: Optional[CallOptions] = None) -> types.AgentsGetVersionResult:
        """Get what a version of an agent changed.

        `GET /api/v1/agents/{id}/versions/{version}/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/versions/{version}/", {"id": id, "version": version}, {"compareWith": compare_with}, None, options)

    def restore_version(self, id: str, version: str, *, options: Optional[CallOptions] = None) -> types.AgentsRestoreVersionResult:
        """Restore a version of an agent.

        Saves the settings of the version as a new one, with their secrets. Customers get them at once. Documents and the picture stay as they are, and so does a draft. Returns 400 if the version refers to an agent or a connector that was deleted, and 409 if another request changed the agent concurrently.

        `POST /api/v1/agents/{id}/versions/{version}/restore/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/versions/{version}/restore/", {"id": id, "version": version}, {}, {}, options)

    def share(self, id: str, body: types.ShareInput, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Share an agent with a user.

        Asks the user of the address to accept the share in the dashboard, within 30 days, and mails them. Until then, nothing changes. After it, the user and their API keys can list and get the agent, read-only and with masked secrets, until the share ends or the user leaves it. Sharing is idempotent. The response is the same whether or not the address has an account. Returns 409 if the agent has 200 shares, if the organisation has offered 50 shares today, or if 20 shares await the answer of the address.

        `POST /api/v1/agents/{id}/share/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/share/", {"id": id}, {}, body, options)

    def unshare(self, id: str, body: types.ShareInput, *, options: Optional[CallOptions] = None) -> None:
        """Stop sharing an agent with a user.

        Ends the share with an address, whether or not it was accepted. The user can no longer see the agent. Idempotent: it has no effect if the agent is not shared with the address.

        `DELETE /api/v1/agents/{id}/share/`"""
        return self._connection.call("DELETE", "/api/v1/agents/{id}/share/", {"id": id}, {}, body, options)

    def upload_document(self, id: str, body: Union[types.DocumentForm, types.DocumentDeclaration], *, options: Optional[CallOptions] = None) -> types.NewDocument:
        """Add a document to an agent.

        Send the file as `multipart/form-data` (up to 4 MB), or declare it as JSON and upload it directly to storage (up to 20 MB). File types: txt, md, html, pdf, docx, xlsx, pptx, odt, ods, odp, epub, rtf, eml, csv, json. An agent has at most 1,000 documents, with 50 million characters of text together. The file is processed in the background: `status` changes from `pending` to `processing`, then to `ready`. It changes to `partial` if a part of the file has no readable text, and to `error` if the file cannot be read or is not uploaded; `problem` says what is missing and what to do. Of a document that is `ready`, it can say which pages a model read from pictures.

        `POST /api/v1/agents/{id}/documents/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/documents/", {"id": id}, {}, body, options)

    def set_picture(self, id: str, body: types.PictureForm, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Set an agent's profile picture.

        A png, jpeg or webp file of at most 4 MB, as `multipart/form-data`. The service detects the type from the content.

        `POST /api/v1/agents/{id}/picture/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/picture/", {"id": id}, {}, body, options)

    def read_website(self, id: str, tool_id: str, *, options: Optional[CallOptions] = None) -> types.AgentsReadWebsiteResult:
        """Read a website now.

        Has a website tool with `daily: true` read at once, and not only on its next day. Pages that did not change keep their text. It is read in the background: `reading` of the tool is true until `readAt` is later than `requestedAt`. A website can be read so every ten minutes: a request before is answered with 429, and one while it is read with 409.

        `POST /api/v1/agents/{id}/website-tools/{toolId}/read/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/website-tools/{toolId}/read/", {"id": id, "toolId": tool_id}, {}, None, options)


class Trials:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, id: str, body: types.TrialInput, *, options: Optional[CallOptions] = None) -> types.Trial:
        """Send a turn of a trial.

        Sends a text or a file to the agent as a customer who does not exist, on the sandbox number. The reply follows: get the trial until its state is not `answering`. Tools that change something outside have no effect: they need a result in `toolResults`. Other tools are called. Memory and wake-ups belong to the trial only. Delete the trial at the end; otherwise its messages expire as all messages do.

        `POST /api/v1/agents/{id}/trials/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/trials/", {"id": id}, {}, body, options)

    def get(self, id: str, trial_id: str, *, options: Optional[CallOptions] = None) -> types.Trial:
        """Get a trial.

        Returns the replies, the tool calls with arguments, the agents that replied and the tokens of a trial's turns.

        `GET /api/v1/agents/{id}/trials/{trialId}/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/trials/{trialId}/", {"id": id, "trialId": trial_id}, {}, None, options)

    def delete(self, id: str, trial_id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a trial.

        Deletes the conversation of the trial with everything in it. Returns 409 while the agent is replying.

        `DELETE /api/v1/agents/{id}/trials/{trialId}/`"""
        return self._connection.call("DELETE", "/api/v1/agents/{id}/trials/{trialId}/", {"id": id, "trialId": trial_id}, {}, None, options)


class TestRuns:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, id: str, body: types.TestRunInput, *, options: Optional[CallOptions] = None) -> types.TestRun:
        """Store the results of tests.

        `agents test` of the command line runs the tests with trials, and stores their results. Kept for 90 days.

        `POST /api/v1/agents/{id}/test-runs/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/test-runs/", {"id": id}, {}, body, options)

    def list(self, id: str, *, options: Optional[CallOptions] = None) -> types.TestRunsListResult:
        """List the results of tests.

        The latest 20, newest first.

        `GET /api/v1/agents/{id}/test-runs/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/test-runs/", {"id": id}, {}, None, options)


class Proofs:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create(self, id: str, body: types.ProofInput, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Prove an agent.

        Plays conversations with the draft of the agent, or with the published agent if it has no draft. `replay` plays real conversations of a period again: the customers write as they did, and the agent answers now. `customers` lets a model play customers. Nothing leaves the service: no message, no webhook, no tool with an effect, no memory, no wake-up. It runs in the background: get the proof until its state is `done` or `failed`. Stored for 30 days, and deleted with the customers that it shows.

        `POST /api/v1/agents/{id}/proofs/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/proofs/", {"id": id}, {}, body, options)

    def get(self, id: str, proof_id: str, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Get a proof.

        Returns the conversations side by side, and the totals after the end.

        `GET /api/v1/agents/{id}/proofs/{proofId}/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/proofs/{proofId}/", {"id": id, "proofId": proof_id}, {}, None, options)

    def list(self, id: str, *, options: Optional[CallOptions] = None) -> types.ProofsListResult:
        """List the proofs of an agent.

        The latest 20, newest first, without their conversations.

        `GET /api/v1/agents/{id}/proofs/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/proofs/", {"id": id}, {}, None, options)

    def stop(self, id: str, proof_id: str, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Stop a proof.

        Ends a proof that is queued or running. Conversations that were played stay. Idempotent.

        `POST /api/v1/agents/{id}/proofs/{proofId}/stop/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/proofs/{proofId}/stop/", {"id": id, "proofId": proof_id}, {}, None, options)


class Exams:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Exam:
        """Get the exam of an agent.

        Returns the settings of the nightly exam, what it costs, and its last result. It is off until it is switched on.

        `GET /api/v1/agents/{id}/exam/`"""
        return self._connection.call("GET", "/api/v1/agents/{id}/exam/", {"id": id}, {}, None, options)

    def replace(self, id: str, body: types.ExamInput, *, options: Optional[CallOptions] = None) -> types.Exam:
        """Set the exam of an agent.

        Replaces the settings of the nightly exam. Send `enabled: false` first: the response has its `estimate`. If an exam is worse than the last one, webhooks that select `agent.regressed` get the event, and the admins of the organisation get a mail.

        `PUT /api/v1/agents/{id}/exam/`"""
        return self._connection.call("PUT", "/api/v1/agents/{id}/exam/", {"id": id}, {}, body, options)

    def run(self, id: str, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Run the exam of an agent now.

        Runs the exam with its stored settings, also if it is off. Its result is compared with the last one, as that of a night.

        `POST /api/v1/agents/{id}/exam/run/`"""
        return self._connection.call("POST", "/api/v1/agents/{id}/exam/run/", {"id": id}, {}, None, options)


class McpConnectors:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.McpConnectorPage:
        """List MCP connectors.

        Newest first. Header values are masked for read keys.

        `GET /api/v1/mcp-connectors/`"""
        return self._connection.call("GET", "/api/v1/mcp-connectors/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.McpConnector]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/mcp-connectors/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    def create(self, body: types.McpConnectorInput, *, options: Optional[CallOptions] = None) -> types.McpConnector:
        """Create an MCP connector.

        Agents offer its tools if one of their `mcpConfigs` has its id as `connectorId`. At most 200 connectors.

        `POST /api/v1/mcp-connectors/`"""
        return self._connection.call("POST", "/api/v1/mcp-connectors/", {}, {}, body, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.McpConnector:
        """Get an MCP connector.

        Header values are masked for read keys.

        `GET /api/v1/mcp-connectors/{id}/`"""
        return self._connection.call("GET", "/api/v1/mcp-connectors/{id}/", {"id": id}, {}, None, options)

    def replace(self, id: str, body: types.McpConnectorInput, *, options: Optional[CallOptions] = None) -> types.McpConnector:
        """Replace an MCP connector.

        Omitted headers are unchanged, and so is a header whose masked value is sent.

        `PUT /api/v1/mcp-connectors/{id}/`"""
        return self._connection.call("PUT", "/api/v1/mcp-connectors/{id}/", {"id": id}, {}, body, options)

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete an MCP connector.

        Agents that use the connector lose its tools. Their configurations are kept, with an empty `connectorName`.

        `DELETE /api/v1/mcp-connectors/{id}/`"""
        return self._connection.call("DELETE", "/api/v1/mcp-connectors/{id}/", {"id": id}, {}, None, options)


class Conversations:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, msg_number: Optional[str] = None, contact: Optional[str] = None, active: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.ConversationPage:
        """List conversations.

        Newest activity first. The order is accurate to five minutes if more than 1,000 conversations are active within five minutes. A filtered page may contain fewer results than `limit`, or no results, and still have a `next`. With `active`, `count` is an estimate if more than 1,000 conversations were active within the service window.

        `GET /api/v1/conversations/`"""
        return self._connection.call("GET", "/api/v1/conversations/", {}, {"offset": offset, "limit": limit, "cursor": cursor, "msgNumber": msg_number, "contact": contact, "active": active}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, msg_number: Optional[str] = None, contact: Optional[str] = None, active: Optional[bool] = None, options: Optional[CallOptions] = None) -> Iterator[types.Conversation]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/conversations/", {}, {"offset": offset, "limit": limit, "cursor": cursor, "msgNumber": msg_number, "contact": contact, "active": active}, options)

    def create(self, body: types.ConversationInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Start a conversation with a contact.

        Returns the existing conversation if the contact already has one on the number. A different `agentId` starts a new session. Routing does not change.

        `POST /api/v1/conversations/`"""
        return self._connection.call("POST", "/api/v1/conversations/", {}, {}, body, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Get a conversation.

        Its messages have an operation of their own.

        `GET /api/v1/conversations/{id}/`"""
        return self._connection.call("GET", "/api/v1/conversations/{id}/", {"id": id}, {}, None, options)

    def subscribe(self, id: str, body: types.SubscribeInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Route a conversation to a webhook.

        Sends `subscription.activated` to the webhook and `subscription.revoked` to the previous webhook. Repeating the request changes nothing.

        `POST /api/v1/conversations/{id}/subscribe/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/subscribe/", {"id": id}, {}, body, options)

    def unsubscribe(self, id: str, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Clear the routing override of a conversation.

        The default routing of the number applies again.

        `POST /api/v1/conversations/{id}/unsubscribe/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/unsubscribe/", {"id": id}, {}, {}, options)

    def routing(self, id: str, body: types.RoutingInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Set the routing override of a conversation.

        Sends `subscription.activated` and `subscription.revoked` to the webhooks that gain and lose the conversation. Returns 400 for a conversation of the sandbox number.

        `POST /api/v1/conversations/{id}/routing/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/routing/", {"id": id}, {}, body, options)

    def takeover(self, id: str, body: Optional[types.TakeoverInput] = None, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Take over a conversation from the agent.

        Pauses the agent until handback or until the duration has elapsed.

        `POST /api/v1/conversations/{id}/takeover/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/takeover/", {"id": id}, {}, body, options)

    def handback(self, id: str, body: types.HandbackInput, *, options: Optional[CallOptions] = None) -> types.HandedBackConversation:
        """Hand a conversation back to the agent.

        Ends a takeover. `name` has no effect.

        `POST /api/v1/conversations/{id}/handback/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/handback/", {"id": id}, {}, body, options)

    def control(self, id: str, body: types.ControlInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Take or pass the control of a conversation.

        For a number with another agent on it, such as the agent of the provider. The provider decides who may take control; a message that is sent takes it, too. After `take`, the agent of the conversation answers what the customer wrote last, unless it was answered. Returns 400 if the provider refuses the change, or if there can be no other agent on the number.

        `POST /api/v1/conversations/{id}/control/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/control/", {"id": id}, {}, body, options)

    def list_messages(self, id: str, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.MessagePage:
        """List the messages of a conversation.

        Newest first. Messages of one second are in the order in which they arrived.

        `GET /api/v1/conversations/{id}/messages/`"""
        return self._connection.call("GET", "/api/v1/conversations/{id}/messages/", {"id": id}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_messages_all(self, id: str, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.Message]:
        """Yields the items of all pages of `list_messages`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/conversations/{id}/messages/", {"id": id}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    def send_message(self, id: str, body: types.MessageInput, *, options: Optional[CallOptions] = None) -> types.Message:
        """Send a message.

        Outside the service window, only templates can be sent. Any other message is rejected with `window_closed`. If the provider does not respond, the message is returned with status `null` and is not sent again automatically. Its status is updated when the provider reports it. Repeat a request with the same `Idempotency-Key` to make sure that the message is sent only once.

        `POST /api/v1/conversations/{id}/messages/`"""
        return self._connection.call("POST", "/api/v1/conversations/{id}/messages/", {"id": id}, {}, body, options)


class Customers:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, customer: str, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Get a customer.

        A customer without stored data has an empty name and no conversations.

        `GET /api/v1/customers/{customer}/`"""
        return self._connection.call("GET", "/api/v1/customers/{customer}/", {"customer": customer}, {}, None, options)

    def update(self, customer: str, body: types.CustomerInput, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Change a customer.

        Templates of the category MARKETING to a customer with `optedOut` are rejected with `opted_out`.

        `PATCH /api/v1/customers/{customer}/`"""
        return self._connection.call("PATCH", "/api/v1/customers/{customer}/", {"customer": customer}, {}, body, options)

    def preview_merge(self, customer: str, *, other: str, options: Optional[CallOptions] = None) -> types.CustomerMergePreview:
        """Preview the merge of two customers.

        Returns what a merge of the other customer into this one would change. Changes nothing.

        `GET /api/v1/customers/{customer}/merge-preview/`"""
        return self._connection.call("GET", "/api/v1/customers/{customer}/merge-preview/", {"customer": customer}, {"other": other}, None, options)

    def merge(self, customer: str, body: types.CustomerMergeInput, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Merge two customers.

        Makes another customer part of this one, because both are the same person. Names, conversations, notes and pending wake-ups move; conversations with the same number become one thread. Of two values that an agent remembers, the newer one stays. A refusal of marketing of either is one of both. The id of the other customer leads to this one. The merge can be undone for 30 days.

        `POST /api/v1/customers/{customer}/merges/`"""
        return self._connection.call("POST", "/api/v1/customers/{customer}/merges/", {"customer": customer}, {}, body, options)

    def undo_merge(self, customer: str, id: str, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Undo the merge of two customers.

        Returns names, conversations, notes and memory to the customer from whom they came, who has their `contact.id` again. A message that came after the merge goes to whoever has the name from which it came, and so does a new name. What members, agents and callers changed since the merge stays with the customer who remains. The last merge is undone first.

        `DELETE /api/v1/customers/{customer}/merges/{id}/`"""
        return self._connection.call("DELETE", "/api/v1/customers/{customer}/merges/{id}/", {"customer": customer, "id": id}, {}, None, options)

    def export(self, customer: str, *, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.CustomerExport:
        """Export the data of a customer.

        Returns the data in steps: repeat the request with `cursor` until `next` is null.

        `GET /api/v1/customers/{customer}/export/`"""
        return self._connection.call("GET", "/api/v1/customers/{customer}/export/", {"customer": customer}, {"cursor": cursor}, None, options)

    def erase(self, customer: str, *, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.CustomerErasure:
        """Erase the data of a customer.

        Erases conversations, messages, files, memory and deliveries until now in steps: repeat the request with `cursor` until `next` is null. After an interruption, start again without `cursor`. What the customer writes after the first step starts a new conversation, which stays. A refusal of marketing stays (`kept`).

        `DELETE /api/v1/customers/{customer}/`"""
        return self._connection.call("DELETE", "/api/v1/customers/{customer}/", {"customer": customer}, {"cursor": cursor}, None, options)


class MsgAccounts:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.Account]:
        """List the business accounts.

        Returns all accounts in the order of connection, or a slice if `offset` or `limit` is given.

        `GET /api/v1/msg-accounts/`"""
        return self._connection.call("GET", "/api/v1/msg-accounts/", {}, {"offset": offset, "limit": limit}, None, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Account:
        """Get a business account.

        Returns 404 for an account of another organisation.

        `GET /api/v1/msg-accounts/{id}/`"""
        return self._connection.call("GET", "/api/v1/msg-accounts/{id}/", {"id": id}, {}, None, options)

    def add_number(self, id: str, body: types.AddNumberInput, *, options: Optional[CallOptions] = None) -> types.Account:
        """Add an available number to an account.

        Removes the number from the pool and registers it with the provider for the account. Repeating the request is safe and returns the account. Returns 409 if the number is being added to another account.

        `POST /api/v1/msg-accounts/{id}/add-number/`"""
        return self._connection.call("POST", "/api/v1/msg-accounts/{id}/add-number/", {"id": id}, {}, body, options)

    def deploy_agent(self, id: str, body: types.DeployAgentInput, *, options: Optional[CallOptions] = None) -> types.Account:
        """Connect an agent to a number of an account.

        The same as `connect-agent` on the number, without `applyToExisting`.

        `POST /api/v1/msg-accounts/{id}/deploy-agent/`"""
        return self._connection.call("POST", "/api/v1/msg-accounts/{id}/deploy-agent/", {"id": id}, {}, body, options)

    def proxy_get(self, id: str, path: str, *, options: Optional[CallOptions] = None) -> Any:
        """Read from the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `GET /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return self._connection.call("GET", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, None, options)

    def proxy_post(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """POST to the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `POST /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return self._connection.call("POST", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)

    def proxy_put(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """PUT to the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `PUT /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return self._connection.call("PUT", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)

    def proxy_patch(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """PATCH to the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `PATCH /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return self._connection.call("PATCH", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)

    def proxy_delete(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """DELETE in the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `DELETE /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return self._connection.call("DELETE", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)


class AvailableNumbers:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.AvailableNumber]:
        """List numbers that can be added to an account.

        In ascending order. Returns the first 100 unassigned numbers unless `offset` or `limit` is given.

        `GET /api/v1/available-numbers/`"""
        return self._connection.call("GET", "/api/v1/available-numbers/", {}, {"offset": offset, "limit": limit}, None, options)


class PhoneNumbers:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.BusinessNumberPage:
        """List the business numbers.

        In ascending order. Includes the organisation's sandbox number.

        `GET /api/v1/phone-numbers/`"""
        return self._connection.call("GET", "/api/v1/phone-numbers/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.BusinessNumber]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/phone-numbers/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    def get(self, n: str, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Get a business number.

        Returns 404 for a number that the organisation does not have.

        `GET /api/v1/phone-numbers/{n}/`"""
        return self._connection.call("GET", "/api/v1/phone-numbers/{n}/", {"n": n}, {}, None, options)

    def disconnect(self, n: str, *, options: Optional[CallOptions] = None) -> None:
        """Disconnect a business number.

        The number leaves the organisation, which receives no more of its messages and events. Its conversations can be read, but sending in them is a 409 with the reason `number_disconnected`. Subscriptions of webhooks to it end. It can be connected again, also by another organisation. Returns 400 for the sandbox number.

        `DELETE /api/v1/phone-numbers/{n}/`"""
        return self._connection.call("DELETE", "/api/v1/phone-numbers/{n}/", {"n": n}, {}, None, options)

    def subscribe(self, n: str, body: types.NumberSubscribeInput, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Route a number to a webhook by default.

        Disconnects the agent. Returns 400 for the sandbox number. Sends no lifecycle events.

        `POST /api/v1/phone-numbers/{n}/subscribe/`"""
        return self._connection.call("POST", "/api/v1/phone-numbers/{n}/subscribe/", {"n": n}, {}, body, options)

    def connect_agent(self, n: str, body: types.ConnectAgentInput, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Connect an agent to a number by default.

        Removes the subscribed webhook. Returns 400 for the sandbox number. Sends no lifecycle events.

        `POST /api/v1/phone-numbers/{n}/connect-agent/`"""
        return self._connection.call("POST", "/api/v1/phone-numbers/{n}/connect-agent/", {"n": n}, {}, body, options)

    def unsubscribe(self, n: str, body: Optional[types.NumberUnsubscribeInput] = None, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Clear the default routing of a number.

        Removes the connected agent and the subscribed webhook. Messages are only stored. Returns 400 for the sandbox number. Sends no lifecycle events.

        `POST /api/v1/phone-numbers/{n}/unsubscribe/`"""
        return self._connection.call("POST", "/api/v1/phone-numbers/{n}/unsubscribe/", {"n": n}, {}, body, options)


class MsgLinkSessions:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.LinkSession]:
        """List link sessions.

        Newest first. Returns the newest 100 unless `offset` or `limit` is given.

        `GET /api/v1/msg-link-sessions/`"""
        return self._connection.call("GET", "/api/v1/msg-link-sessions/", {}, {"offset": offset, "limit": limit}, None, options)

    def create(self, body: types.LinkSessionInput, *, options: Optional[CallOptions] = None) -> types.LinkSession:
        """Start a link session.

        Open `linkUrl` in a browser. The page starts the provider's signup and connects the business account and its numbers. It then redirects to `successUrl`, or to `returnUrl` if the signup was cancelled, failed or expired.

        `POST /api/v1/msg-link-sessions/`"""
        return self._connection.call("POST", "/api/v1/msg-link-sessions/", {}, {}, body, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.LinkSession:
        """Get a link session.

        Request it to follow the status, or wait for the redirect to `successUrl` or `returnUrl`.

        `GET /api/v1/msg-link-sessions/{id}/`"""
        return self._connection.call("GET", "/api/v1/msg-link-sessions/{id}/", {"id": id}, {}, None, options)


class MsgTemplates:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.Template]:
        """List the templates.

        Returns all templates, oldest first, or a slice if `offset` or `limit` is given. If the templates are larger than 5 MB in total, request them in slices.

        `GET /api/v1/msg-templates/`"""
        return self._connection.call("GET", "/api/v1/msg-templates/", {}, {"offset": offset, "limit": limit}, None, options)

    def create(self, body: types.TemplateInput, *, options: Optional[CallOptions] = None) -> types.Template:
        """Create a template.

        Creates a local draft. Nothing is sent to the provider until it is published. At most 250 templates per organisation.

        `POST /api/v1/msg-templates/`"""
        return self._connection.call("POST", "/api/v1/msg-templates/", {}, {}, body, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Template:
        """Get a template.

        Returns the local draft and its state on each business account.

        `GET /api/v1/msg-templates/{id}/`"""
        return self._connection.call("GET", "/api/v1/msg-templates/{id}/", {"id": id}, {}, None, options)

    def replace(self, id: str, body: types.TemplateInput, *, options: Optional[CallOptions] = None) -> types.Template:
        """Replace a template.

        Omitted fields are set to their defaults. Changes the local draft only. Publish it again to update the published templates.

        `PUT /api/v1/msg-templates/{id}/`"""
        return self._connection.call("PUT", "/api/v1/msg-templates/{id}/", {"id": id}, {}, body, options)

    def update(self, id: str, body: types.TemplateChange, *, options: Optional[CallOptions] = None) -> types.Template:
        """Update some fields of a template.

        Omitted fields are unchanged. Changes the local draft only. Publish it again to update the published templates.

        `PATCH /api/v1/msg-templates/{id}/`"""
        return self._connection.call("PATCH", "/api/v1/msg-templates/{id}/", {"id": id}, {}, body, options)

    def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a template.

        Deletes the local draft only. Published templates are kept; unpublish them first.

        `DELETE /api/v1/msg-templates/{id}/`"""
        return self._connection.call("DELETE", "/api/v1/msg-templates/{id}/", {"id": id}, {}, None, options)

    def publish(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.PublishedTemplate:
        """Publish a template on business accounts.

        **Check the method: `POST` on the `publish` path unpublishes**, as documented in this API; `PUT` publishes. Submits the template to the provider for review. If an account already has a template with this name and language, that template is linked. If the draft was changed after it was published, the published template is updated. The category of an approved template does not change, and a template in review cannot be updated: publish it again after the review. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `PUT /api/v1/msg-templates/{id}/publish/`"""
        return self._connection.call("PUT", "/api/v1/msg-templates/{id}/publish/", {"id": id}, {}, body, options)

    def unpublish(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.UnpublishedTemplate:
        """Unpublish a template from business accounts.

        Deletes the template at the provider. The local draft is kept. The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `POST /api/v1/msg-templates/{id}/unpublish/`"""
        return self._connection.call("POST", "/api/v1/msg-templates/{id}/unpublish/", {"id": id}, {}, body, options)

    def unpublish_by_post(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.UnpublishedTemplate:
        """Unpublish a template from business accounts.

        **Check the method: `POST` on the `publish` path unpublishes**, as documented in this API; `PUT` publishes. The same as `POST …/unpublish/`. The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `POST /api/v1/msg-templates/{id}/publish/`"""
        return self._connection.call("POST", "/api/v1/msg-templates/{id}/publish/", {"id": id}, {}, body, options)

    def unpublish_by_delete(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.UnpublishedTemplate:
        """Unpublish a template from business accounts.

        The same as `POST …/unpublish/`. The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `DELETE /api/v1/msg-templates/{id}/publish/`"""
        return self._connection.call("DELETE", "/api/v1/msg-templates/{id}/publish/", {"id": id}, {}, body, options)


class Webhooks:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.WebhookPage:
        """List webhooks.

        The webhooks of the organisation with their health, oldest first. Webhooks are created in the dashboard, at most 50. Their signing secrets are not part of the API.

        `GET /api/v1/webhooks/`"""
        return self._connection.call("GET", "/api/v1/webhooks/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.Webhook]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/webhooks/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Get a webhook.

        Returns the webhook with its health. Its signing secret is shown in the dashboard only.

        `GET /api/v1/webhooks/{id}/`"""
        return self._connection.call("GET", "/api/v1/webhooks/{id}/", {"id": id}, {}, None, options)

    def update(self, id: str, body: types.WebhookUpdate, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Update a webhook.

        Changes the name, the events, the numbers and the headers. The URL and the signing secret are changed in the dashboard.

        `PATCH /api/v1/webhooks/{id}/`"""
        return self._connection.call("PATCH", "/api/v1/webhooks/{id}/", {"id": id}, {}, body, options)

    def disable(self, id: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Disable a webhook.

        Nothing is sent to a disabled webhook. Its deliveries are stored as failed, and can be replayed after it is enabled.

        `POST /api/v1/webhooks/{id}/disable/`"""
        return self._connection.call("POST", "/api/v1/webhooks/{id}/disable/", {"id": id}, {}, {}, options)

    def enable(self, id: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Enable a webhook.

        Has no effect on an enabled webhook. Deliveries that failed while it was disabled are sent again by a bulk replay only.

        `POST /api/v1/webhooks/{id}/enable/`"""
        return self._connection.call("POST", "/api/v1/webhooks/{id}/enable/", {"id": id}, {}, {}, options)

    def send_test_event(self, id: str, body: Optional[types.TestEventInput] = None, *, options: Optional[CallOptions] = None) -> types.SentTestEvent:
        """Send a test event.

        Sends `test.ping`, or an example of another event, also to a disabled webhook. The delivery shows the response of the endpoint. Statistics do not count it.

        `POST /api/v1/webhooks/{id}/test/`"""
        return self._connection.call("POST", "/api/v1/webhooks/{id}/test/", {"id": id}, {}, body, options)

    def get_replay(self, id: str, replay_id: str, *, options: Optional[CallOptions] = None) -> types.Replay:
        """Get the progress of a bulk replay.

        A replay ends with the status `done` or `cancelled`. It is kept for 30 days. `delivered` and `failed` are its results so far: copies can be retried after it has ended.

        `GET /api/v1/webhooks/{id}/replays/{replayId}/`"""
        return self._connection.call("GET", "/api/v1/webhooks/{id}/replays/{replayId}/", {"id": id, "replayId": replay_id}, {}, None, options)


class WebhookDeliveries:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[Literal["pending", "delivered", "failed"]] = None, webhook_id: Optional[str] = None, event: Optional[Union[types.EventName, None]] = None, since: Optional[str] = None, until: Optional[str] = None, message_id: Optional[str] = None, conversation_id: Optional[str] = None, details: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.WebhookDeliveriesListResult:
        """List deliveries.

        The deliveries of the last 30 days, newest event first; with `status=failed`, the latest failure first. A filtered page can have fewer items than `limit` and still have a `next`.

        To follow new deliveries, request the list with `since` set to the current time. Then request the URL in `previous` every few seconds, and take the next `previous` from each response. If a page has `limit` items, request its `previous` immediately. Ignore the ids that you have seen: a delivery can be stored up to five minutes after its event, so each of these pages includes the last five minutes again, with their current status. After an outage a delivery can be stored later still: then request the list with an earlier `since`.

        `GET /api/v1/webhook-deliveries/`"""
        return self._connection.call("GET", "/api/v1/webhook-deliveries/", {}, {"offset": offset, "limit": limit, "cursor": cursor, "status": status, "webhookId": webhook_id, "event": event, "since": since, "until": until, "messageId": message_id, "conversationId": conversation_id, "details": details}, None, options)

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.WebhookDeliveryDetails:
        """Get a delivery.

        The delivery with the exact request body, its attempts, and how to fix a failure.

        `GET /api/v1/webhook-deliveries/{id}/`"""
        return self._connection.call("GET", "/api/v1/webhook-deliveries/{id}/", {"id": id}, {}, None, options)

    def replay(self, id: str, *, options: Optional[CallOptions] = None) -> types.ReplayedDelivery:
        """Send a new copy of a delivery.

        Sends the stored payload again, byte for byte, with a new delivery id. The copy is sent to the webhook's current URL and signed with its current secret. Returns 409 if the webhook was deleted or is disabled, because the copy could not be delivered.

        `POST /api/v1/webhook-deliveries/{id}/replay/`"""
        return self._connection.call("POST", "/api/v1/webhook-deliveries/{id}/replay/", {"id": id}, {}, {}, options)

    def replay_failed(self, body: types.BulkReplayInput, *, options: Optional[CallOptions] = None) -> types.BulkReplay:
        """Replay failed deliveries.

        Starts a bulk replay of each webhook with failed deliveries in the range, or only counts them with `dryRun`. A replay sends a new copy of each delivery that failed in the range and was not replayed yet, about 25 per second, oldest failure first. It runs in the background: get the replay of the webhook by its id to follow its progress. A webhook that is disabled, or whose replay is running, has a `refusal` instead.

        `POST /api/v1/webhook-deliveries/replay/`"""
        return self._connection.call("POST", "/api/v1/webhook-deliveries/replay/", {}, {}, body, options)


class Usage:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, offset: Optional[int] = None, limit: Optional[int] = None, month: Optional[str] = None, options: Optional[CallOptions] = None) -> types.UsageGetResult:
        """Get the usage of a month.

        The cost of a month, and for each agent of the organisation tokens, transcribed seconds and cost, also of deleted agents and of trials. A turn counts in the month in which it ended, a message in the month in which it was sent. A message is counted some seconds after the provider reports it as delivered. `usd` is that of all agents, whatever `offset` and `limit` are.

        `GET /api/v1/usage/`"""
        return self._connection.call("GET", "/api/v1/usage/", {}, {"offset": offset, "limit": limit, "month": month}, None, options)


class Audit:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, actor: Optional[str] = None, action: Optional[Literal["create", "update", "delete", "enable", "disable", "disable_automatically", "merge", "merge_automatically", "undo_merge", "revoke", "reveal_secret", "rotate_secret", "route", "send", "mark", "take_over", "hand_back", "change_control", "request_answer", "request_reading", "share", "unshare", "accept_share", "leave_share", "upload", "set_picture", "save_draft", "discard_draft", "restore_version", "save_test", "delete_test", "change_exam", "change_memory", "erase_memory", "approve", "publish", "unpublish", "connect", "disconnect", "confirm", "call_provider", "replay", "cancel_replay", "redrive", "purge", "read", "reconcile", "invite", "withdraw", "accept", "decline", "change_role", "leave", "remove", "grant_operator", "revoke_operator", "rename", "erase", "export", "enable_mfa", "disable_mfa", "recover_mfa", "replace_recovery_codes", "reset_password", "sign_in", "set_password", "sign_out", "sign_out_everywhere"]] = None, object: Optional[Literal["api_key", "webhook", "delivery", "agent", "connector", "template", "account", "number", "conversation", "customer", "member", "organization", "profile", "sign_in", "queue", "saved_reply"]] = None, object_id: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, options: Optional[CallOptions] = None) -> types.AuditEntryPage:
        """List changes.

        Who changed what in the organisation in the last 90 days, and the sign-ins of its members, newest first. Requires an API key of an admin; each user of the dashboard can read it. A filtered page can have fewer items than `limit` and still have a `next`.

        `GET /api/v1/audit-log/`"""
        return self._connection.call("GET", "/api/v1/audit-log/", {}, {"limit": limit, "cursor": cursor, "actor": actor, "action": action, "object": object, "objectId": object_id, "since": since, "until": until}, None, options)

    def list_all(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, actor: Optional[str] = None, action: Optional[Literal["create", "update", "delete", "enable", "disable", "disable_automatically", "merge", "merge_automatically", "undo_merge", "revoke", "reveal_secret", "rotate_secret", "route", "send", "mark", "take_over", "hand_back", "change_control", "request_answer", "request_reading", "share", "unshare", "accept_share", "leave_share", "upload", "set_picture", "save_draft", "discard_draft", "restore_version", "save_test", "delete_test", "change_exam", "change_memory", "erase_memory", "approve", "publish", "unpublish", "connect", "disconnect", "confirm", "call_provider", "replay", "cancel_replay", "redrive", "purge", "read", "reconcile", "invite", "withdraw", "accept", "decline", "change_role", "leave", "remove", "grant_operator", "revoke_operator", "rename", "erase", "export", "enable_mfa", "disable_mfa", "recover_mfa", "replace_recovery_codes", "reset_password", "sign_in", "set_password", "sign_out", "sign_out_everywhere"]] = None, object: Optional[Literal["api_key", "webhook", "delivery", "agent", "connector", "template", "account", "number", "conversation", "customer", "member", "organization", "profile", "sign_in", "queue", "saved_reply"]] = None, object_id: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.AuditEntry]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/audit-log/", {}, {"limit": limit, "cursor": cursor, "actor": actor, "action": action, "object": object, "objectId": object_id, "since": since, "until": until}, options)


class Me:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, options: Optional[CallOptions] = None) -> types.Me:
        """Get the API key.

        The organisation and the owner of the API key, what it may do now, and its limits.

        `GET /api/v1/me/`"""
        return self._connection.call("GET", "/api/v1/me/", {}, {}, None, options)


class Health:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, *, options: Optional[CallOptions] = None) -> types.Health:
        """Check the service.

        For monitors. Requires no API key. The service checks every 10 seconds at most whether it can read its table.

        `GET /health`"""
        return self._connection.call("GET", "/health", {}, {}, None, options)


class Openapi:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def document(self, *, options: Optional[CallOptions] = None) -> types.OpenapiDocumentResult:
        """Get this document.

        OpenAPI 3.1. Requires no API key.

        `GET /openapi.json`"""
        return self._connection.call("GET", "/openapi.json", {}, {}, None, options)


class Operations:
    """The operations of the API, by resource."""

    def __init__(self, connection: Connection) -> None:
        self.agents = Agents(connection)
        self.trials = Trials(connection)
        self.test_runs = TestRuns(connection)
        self.proofs = Proofs(connection)
        self.exams = Exams(connection)
        self.mcp_connectors = McpConnectors(connection)
        self.conversations = Conversations(connection)
        self.customers = Customers(connection)
        self.msg_accounts = MsgAccounts(connection)
        self.available_numbers = AvailableNumbers(connection)
        self.phone_numbers = PhoneNumbers(connection)
        self.msg_link_sessions = MsgLinkSessions(connection)
        self.msg_templates = MsgTemplates(connection)
        self.webhooks = Webhooks(connection)
        self.webhook_deliveries = WebhookDeliveries(connection)
        self.usage = Usage(connection)
        self.audit = Audit(connection)
        self.me = Me(connection)
        self.health = Health(connection)
        self.openapi = Openapi(connection)


class AsyncAgents:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.AgentPage:
        """List agents.

        Returns the organisation's agents, newest first, then agents that other organisations share with the user of the API key. A page of large agents may contain fewer than `limit` items; follow `next`.

        `GET /api/v1/agents/`"""
        return await self._connection.call("GET", "/api/v1/agents/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.Agent]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/agents/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    async def create(self, body: types.AgentInput, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Create an agent.

        At most 300 KB in total, and 1000 agents. Upload documents after the agent is created.

        `POST /api/v1/agents/`"""
        return await self._connection.call("POST", "/api/v1/agents/", {}, {}, body, options)

    async def get(self, id: str, *, secrets: Optional[Literal["masked"]] = None, draft: Optional[Literal["true"]] = None, options: Optional[CallOptions] = None) -> types.Agent:
        """Get an agent.

        Returns the agent with all its sub-resources. An agent that is shared with you has masked secrets.

        `GET /api/v1/agents/{id}/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/", {"id": id}, {"secrets": secrets, "draft": draft}, None, options)

    async def replace(self, id: str, body: types.AgentInput, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Update an agent and its sub-resources.

        `name` is required. Everything else that is omitted keeps its value, so this is not a replacement of the whole agent. An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total. Returns 409 if another request changed the agent concurrently.

        `PUT /api/v1/agents/{id}/`"""
        return await self._connection.call("PUT", "/api/v1/agents/{id}/", {"id": id}, {}, body, options)

    async def update(self, id: str, body: types.AgentChange, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Change parts of an agent.

        The same as PUT, but `name` is optional. An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total.

        `PATCH /api/v1/agents/{id}/`"""
        return await self._connection.call("PATCH", "/api/v1/agents/{id}/", {"id": id}, {}, body, options)

    async def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete an agent.

        Cannot be undone. The numbers of the agent are disconnected. Its conversations are kept.

        `DELETE /api/v1/agents/{id}/`"""
        return await self._connection.call("DELETE", "/api/v1/agents/{id}/", {"id": id}, {}, None, options)

    async def save_draft(self, id: str, body: types.AgentChange, *, options: Optional[CallOptions] = None) -> None:
        """Save a draft of an agent.

        Changes fields in the draft of the agent, which customers do not see. It begins as the published agent. Fields that equal the published ones are not part of it, and `documents` are ignored. Trials use it with `draft: true`. Its revision is the `ETag` of a GET of the agent with `draft=true`, and never repeats. An item with the `id` of a stored item updates it. An item without `id` is created. Stored items that are omitted from a sent array are deleted. Omitted settings and arrays are unchanged. At most 300 KB in total.

        `PUT /api/v1/agents/{id}/draft/`"""
        return await self._connection.call("PUT", "/api/v1/agents/{id}/draft/", {"id": id}, {}, body, options)

    async def delete_draft(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete the draft of an agent.

        Idempotent.

        `DELETE /api/v1/agents/{id}/draft/`"""
        return await self._connection.call("DELETE", "/api/v1/agents/{id}/draft/", {"id": id}, {}, None, options)

    async def publish_draft(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Publish the draft of an agent.

        Replaces the fields of the draft in the published agent, and deletes the draft. Returns 404 without a draft, and 409 if the agent or the draft was changed concurrently. If the published agent has `requiresProof`, or its organisation requires it in the dashboard, the last proof of exactly this draft must have passed; otherwise it returns 409 with the reason `proof_required`.

        `POST /api/v1/agents/{id}/draft/publish/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/draft/publish/", {"id": id}, {}, {}, options)

    async def list_versions(self, id: str, *, options: Optional[CallOptions] = None) -> types.AgentsListVersionsResult:
        """List the versions of an agent.

        The current version and up to 20 before it, of the last 90 days, newest first.

        `GET /api/v1/agents/{id}/versions/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/versions/", {"id": id}, {}, None, options)

    async def get_version(self, id: str, version: str, *, compare_with: Optional[Literal["previous", "current"]] = None, options: Optional[CallOptions] = None) -> types.AgentsGetVersionResult:
        """Get what a version of an agent changed.

        `GET /api/v1/agents/{id}/versions/{version}/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/versions/{version}/", {"id": id, "version": version}, {"compareWith": compare_with}, None, options)

    async def restore_version(self, id: str, version: str, *, options: Optional[CallOptions] = None) -> types.AgentsRestoreVersionResult:
        """Restore a version of an agent.

        Saves the settings of the version as a new one, with their secrets. Customers get them at once. Documents and the picture stay as they are, and so does a draft. Returns 400 if the version refers to an agent or a connector that was deleted, and 409 if another request changed the agent concurrently.

        `POST /api/v1/agents/{id}/versions/{version}/restore/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/versions/{version}/restore/", {"id": id, "version": version}, {}, {}, options)

    async def share(self, id: str, body: types.ShareInput, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Share an agent with a user.

        Asks the user of the address to accept the share in the dashboard, within 30 days, and mails them. Until then, nothing changes. After it, the user and their API keys can list and get the agent, read-only and with masked secrets, until the share ends or the user leaves it. Sharing is idempotent. The response is the same whether or not the address has an account. Returns 409 if the agent has 200 shares, if the organisation has offered 50 shares today, or if 20 shares await the answer of the address.

        `POST /api/v1/agents/{id}/share/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/share/", {"id": id}, {}, body, options)

    async def unshare(self, id: str, body: types.ShareInput, *, options: Optional[CallOptions] = None) -> None:
        """Stop sharing an agent with a user.

        Ends the share with an address, whether or not it was accepted. The user can no longer see the agent. Idempotent: it has no effect if the agent is not shared with the address.

        `DELETE /api/v1/agents/{id}/share/`"""
        return await self._connection.call("DELETE", "/api/v1/agents/{id}/share/", {"id": id}, {}, body, options)

    async def upload_document(self, id: str, body: Union[types.DocumentForm, types.DocumentDeclaration], *, options: Optional[CallOptions] = None) -> types.NewDocument:
        """Add a document to an agent.

        Send the file as `multipart/form-data` (up to 4 MB), or declare it as JSON and upload it directly to storage (up to 20 MB). File types: txt, md, html, pdf, docx, xlsx, pptx, odt, ods, odp, epub, rtf, eml, csv, json. An agent has at most 1,000 documents, with 50 million characters of text together. The file is processed in the background: `status` changes from `pending` to `processing`, then to `ready`. It changes to `partial` if a part of the file has no readable text, and to `error` if the file cannot be read or is not uploaded; `problem` says what is missing and what to do. Of a document that is `ready`, it can say which pages a model read from pictures.

        `POST /api/v1/agents/{id}/documents/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/documents/", {"id": id}, {}, body, options)

    async def set_picture(self, id: str, body: types.PictureForm, *, options: Optional[CallOptions] = None) -> types.Agent:
        """Set an agent's profile picture.

        A png, jpeg or webp file of at most 4 MB, as `multipart/form-data`. The service detects the type from the content.

        `POST /api/v1/agents/{id}/picture/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/picture/", {"id": id}, {}, body, options)

    async def read_website(self, id: str, tool_id: str, *, options: Optional[CallOptions] = None) -> types.AgentsReadWebsiteResult:
        """Read a website now.

        Has a website tool with `daily: true` read at once, and not only on its next day. Pages that did not change keep their text. It is read in the background: `reading` of the tool is true until `readAt` is later than `requestedAt`. A website can be read so every ten minutes: a request before is answered with 429, and one while it is read with 409.

        `POST /api/v1/agents/{id}/website-tools/{toolId}/read/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/website-tools/{toolId}/read/", {"id": id, "toolId": tool_id}, {}, None, options)


class AsyncTrials:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, id: str, body: types.TrialInput, *, options: Optional[CallOptions] = None) -> types.Trial:
        """Send a turn of a trial.

        Sends a text or a file to the agent as a customer who does not exist, on the sandbox number. The reply follows: get the trial until its state is not `answering`. Tools that change something outside have no effect: they need a result in `toolResults`. Other tools are called. Memory and wake-ups belong to the trial only. Delete the trial at the end; otherwise its messages expire as all messages do.

        `POST /api/v1/agents/{id}/trials/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/trials/", {"id": id}, {}, body, options)

    async def get(self, id: str, trial_id: str, *, options: Optional[CallOptions] = None) -> types.Trial:
        """Get a trial.

        Returns the replies, the tool calls with arguments, the agents that replied and the tokens of a trial's turns.

        `GET /api/v1/agents/{id}/trials/{trialId}/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/trials/{trialId}/", {"id": id, "trialId": trial_id}, {}, None, options)

    async def delete(self, id: str, trial_id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a trial.

        Deletes the conversation of the trial with everything in it. Returns 409 while the agent is replying.

        `DELETE /api/v1/agents/{id}/trials/{trialId}/`"""
        return await self._connection.call("DELETE", "/api/v1/agents/{id}/trials/{trialId}/", {"id": id, "trialId": trial_id}, {}, None, options)


class AsyncTestRuns:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, id: str, body: types.TestRunInput, *, options: Optional[CallOptions] = None) -> types.TestRun:
        """Store the results of tests.

        `agents test` of the command line runs the tests with trials, and stores their results. Kept for 90 days.

        `POST /api/v1/agents/{id}/test-runs/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/test-runs/", {"id": id}, {}, body, options)

    async def list(self, id: str, *, options: Optional[CallOptions] = None) -> types.TestRunsListResult:
        """List the results of tests.

        The latest 20, newest first.

        `GET /api/v1/agents/{id}/test-runs/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/test-runs/", {"id": id}, {}, None, options)


class AsyncProofs:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def create(self, id: str, body: types.ProofInput, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Prove an agent.

        Plays conversations with the draft of the agent, or with the published agent if it has no draft. `replay` plays real conversations of a period again: the customers write as they did, and the agent answers now. `customers` lets a model play customers. Nothing leaves the service: no message, no webhook, no tool with an effect, no memory, no wake-up. It runs in the background: get the proof until its state is `done` or `failed`. Stored for 30 days, and deleted with the customers that it shows.

        `POST /api/v1/agents/{id}/proofs/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/proofs/", {"id": id}, {}, body, options)

    async def get(self, id: str, proof_id: str, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Get a proof.

        Returns the conversations side by side, and the totals after the end.

        `GET /api/v1/agents/{id}/proofs/{proofId}/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/proofs/{proofId}/", {"id": id, "proofId": proof_id}, {}, None, options)

    async def list(self, id: str, *, options: Optional[CallOptions] = None) -> types.ProofsListResult:
        """List the proofs of an agent.

        The latest 20, newest first, without their conversations.

        `GET /api/v1/agents/{id}/proofs/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/proofs/", {"id": id}, {}, None, options)

    async def stop(self, id: str, proof_id: str, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Stop a proof.

        Ends a proof that is queued or running. Conversations that were played stay. Idempotent.

        `POST /api/v1/agents/{id}/proofs/{proofId}/stop/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/proofs/{proofId}/stop/", {"id": id, "proofId": proof_id}, {}, None, options)


class AsyncExams:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Exam:
        """Get the exam of an agent.

        Returns the settings of the nightly exam, what it costs, and its last result. It is off until it is switched on.

        `GET /api/v1/agents/{id}/exam/`"""
        return await self._connection.call("GET", "/api/v1/agents/{id}/exam/", {"id": id}, {}, None, options)

    async def replace(self, id: str, body: types.ExamInput, *, options: Optional[CallOptions] = None) -> types.Exam:
        """Set the exam of an agent.

        Replaces the settings of the nightly exam. Send `enabled: false` first: the response has its `estimate`. If an exam is worse than the last one, webhooks that select `agent.regressed` get the event, and the admins of the organisation get a mail.

        `PUT /api/v1/agents/{id}/exam/`"""
        return await self._connection.call("PUT", "/api/v1/agents/{id}/exam/", {"id": id}, {}, body, options)

    async def run(self, id: str, *, options: Optional[CallOptions] = None) -> types.Proof:
        """Run the exam of an agent now.

        Runs the exam with its stored settings, also if it is off. Its result is compared with the last one, as that of a night.

        `POST /api/v1/agents/{id}/exam/run/`"""
        return await self._connection.call("POST", "/api/v1/agents/{id}/exam/run/", {"id": id}, {}, None, options)


class AsyncMcpConnectors:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.McpConnectorPage:
        """List MCP connectors.

        Newest first. Header values are masked for read keys.

        `GET /api/v1/mcp-connectors/`"""
        return await self._connection.call("GET", "/api/v1/mcp-connectors/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.McpConnector]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/mcp-connectors/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    async def create(self, body: types.McpConnectorInput, *, options: Optional[CallOptions] = None) -> types.McpConnector:
        """Create an MCP connector.

        Agents offer its tools if one of their `mcpConfigs` has its id as `connectorId`. At most 200 connectors.

        `POST /api/v1/mcp-connectors/`"""
        return await self._connection.call("POST", "/api/v1/mcp-connectors/", {}, {}, body, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.McpConnector:
        """Get an MCP connector.

        Header values are masked for read keys.

        `GET /api/v1/mcp-connectors/{id}/`"""
        return await self._connection.call("GET", "/api/v1/mcp-connectors/{id}/", {"id": id}, {}, None, options)

    async def replace(self, id: str, body: types.McpConnectorInput, *, options: Optional[CallOptions] = None) -> types.McpConnector:
        """Replace an MCP connector.

        Omitted headers are unchanged, and so is a header whose masked value is sent.

        `PUT /api/v1/mcp-connectors/{id}/`"""
        return await self._connection.call("PUT", "/api/v1/mcp-connectors/{id}/", {"id": id}, {}, body, options)

    async def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete an MCP connector.

        Agents that use the connector lose its tools. Their configurations are kept, with an empty `connectorName`.

        `DELETE /api/v1/mcp-connectors/{id}/`"""
        return await self._connection.call("DELETE", "/api/v1/mcp-connectors/{id}/", {"id": id}, {}, None, options)


class AsyncConversations:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, msg_number: Optional[str] = None, contact: Optional[str] = None, active: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.ConversationPage:
        """List conversations.

        Newest activity first. The order is accurate to five minutes if more than 1,000 conversations are active within five minutes. A filtered page may contain fewer results than `limit`, or no results, and still have a `next`. With `active`, `count` is an estimate if more than 1,000 conversations were active within the service window.

        `GET /api/v1/conversations/`"""
        return await self._connection.call("GET", "/api/v1/conversations/", {}, {"offset": offset, "limit": limit, "cursor": cursor, "msgNumber": msg_number, "contact": contact, "active": active}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, msg_number: Optional[str] = None, contact: Optional[str] = None, active: Optional[bool] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.Conversation]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/conversations/", {}, {"offset": offset, "limit": limit, "cursor": cursor, "msgNumber": msg_number, "contact": contact, "active": active}, options)

    async def create(self, body: types.ConversationInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Start a conversation with a contact.

        Returns the existing conversation if the contact already has one on the number. A different `agentId` starts a new session. Routing does not change.

        `POST /api/v1/conversations/`"""
        return await self._connection.call("POST", "/api/v1/conversations/", {}, {}, body, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Get a conversation.

        Its messages have an operation of their own.

        `GET /api/v1/conversations/{id}/`"""
        return await self._connection.call("GET", "/api/v1/conversations/{id}/", {"id": id}, {}, None, options)

    async def subscribe(self, id: str, body: types.SubscribeInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Route a conversation to a webhook.

        Sends `subscription.activated` to the webhook and `subscription.revoked` to the previous webhook. Repeating the request changes nothing.

        `POST /api/v1/conversations/{id}/subscribe/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/subscribe/", {"id": id}, {}, body, options)

    async def unsubscribe(self, id: str, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Clear the routing override of a conversation.

        The default routing of the number applies again.

        `POST /api/v1/conversations/{id}/unsubscribe/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/unsubscribe/", {"id": id}, {}, {}, options)

    async def routing(self, id: str, body: types.RoutingInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Set the routing override of a conversation.

        Sends `subscription.activated` and `subscription.revoked` to the webhooks that gain and lose the conversation. Returns 400 for a conversation of the sandbox number.

        `POST /api/v1/conversations/{id}/routing/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/routing/", {"id": id}, {}, body, options)

    async def takeover(self, id: str, body: Optional[types.TakeoverInput] = None, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Take over a conversation from the agent.

        Pauses the agent until handback or until the duration has elapsed.

        `POST /api/v1/conversations/{id}/takeover/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/takeover/", {"id": id}, {}, body, options)

    async def handback(self, id: str, body: types.HandbackInput, *, options: Optional[CallOptions] = None) -> types.HandedBackConversation:
        """Hand a conversation back to the agent.

        Ends a takeover. `name` has no effect.

        `POST /api/v1/conversations/{id}/handback/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/handback/", {"id": id}, {}, body, options)

    async def control(self, id: str, body: types.ControlInput, *, options: Optional[CallOptions] = None) -> types.Conversation:
        """Take or pass the control of a conversation.

        For a number with another agent on it, such as the agent of the provider. The provider decides who may take control; a message that is sent takes it, too. After `take`, the agent of the conversation answers what the customer wrote last, unless it was answered. Returns 400 if the provider refuses the change, or if there can be no other agent on the number.

        `POST /api/v1/conversations/{id}/control/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/control/", {"id": id}, {}, body, options)

    async def list_messages(self, id: str, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.MessagePage:
        """List the messages of a conversation.

        Newest first. Messages of one second are in the order in which they arrived.

        `GET /api/v1/conversations/{id}/messages/`"""
        return await self._connection.call("GET", "/api/v1/conversations/{id}/messages/", {"id": id}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_messages_all(self, id: str, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.Message]:
        """Yields the items of all pages of `list_messages`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/conversations/{id}/messages/", {"id": id}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    async def send_message(self, id: str, body: types.MessageInput, *, options: Optional[CallOptions] = None) -> types.Message:
        """Send a message.

        Outside the service window, only templates can be sent. Any other message is rejected with `window_closed`. If the provider does not respond, the message is returned with status `null` and is not sent again automatically. Its status is updated when the provider reports it. Repeat a request with the same `Idempotency-Key` to make sure that the message is sent only once.

        `POST /api/v1/conversations/{id}/messages/`"""
        return await self._connection.call("POST", "/api/v1/conversations/{id}/messages/", {"id": id}, {}, body, options)


class AsyncCustomers:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, customer: str, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Get a customer.

        A customer without stored data has an empty name and no conversations.

        `GET /api/v1/customers/{customer}/`"""
        return await self._connection.call("GET", "/api/v1/customers/{customer}/", {"customer": customer}, {}, None, options)

    async def update(self, customer: str, body: types.CustomerInput, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Change a customer.

        Templates of the category MARKETING to a customer with `optedOut` are rejected with `opted_out`.

        `PATCH /api/v1/customers/{customer}/`"""
        return await self._connection.call("PATCH", "/api/v1/customers/{customer}/", {"customer": customer}, {}, body, options)

    async def preview_merge(self, customer: str, *, other: str, options: Optional[CallOptions] = None) -> types.CustomerMergePreview:
        """Preview the merge of two customers.

        Returns what a merge of the other customer into this one would change. Changes nothing.

        `GET /api/v1/customers/{customer}/merge-preview/`"""
        return await self._connection.call("GET", "/api/v1/customers/{customer}/merge-preview/", {"customer": customer}, {"other": other}, None, options)

    async def merge(self, customer: str, body: types.CustomerMergeInput, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Merge two customers.

        Makes another customer part of this one, because both are the same person. Names, conversations, notes and pending wake-ups move; conversations with the same number become one thread. Of two values that an agent remembers, the newer one stays. A refusal of marketing of either is one of both. The id of the other customer leads to this one. The merge can be undone for 30 days.

        `POST /api/v1/customers/{customer}/merges/`"""
        return await self._connection.call("POST", "/api/v1/customers/{customer}/merges/", {"customer": customer}, {}, body, options)

    async def undo_merge(self, customer: str, id: str, *, options: Optional[CallOptions] = None) -> types.Customer:
        """Undo the merge of two customers.

        Returns names, conversations, notes and memory to the customer from whom they came, who has their `contact.id` again. A message that came after the merge goes to whoever has the name from which it came, and so does a new name. What members, agents and callers changed since the merge stays with the customer who remains. The last merge is undone first.

        `DELETE /api/v1/customers/{customer}/merges/{id}/`"""
        return await self._connection.call("DELETE", "/api/v1/customers/{customer}/merges/{id}/", {"customer": customer, "id": id}, {}, None, options)

    async def export(self, customer: str, *, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.CustomerExport:
        """Export the data of a customer.

        Returns the data in steps: repeat the request with `cursor` until `next` is null.

        `GET /api/v1/customers/{customer}/export/`"""
        return await self._connection.call("GET", "/api/v1/customers/{customer}/export/", {"customer": customer}, {"cursor": cursor}, None, options)

    async def erase(self, customer: str, *, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.CustomerErasure:
        """Erase the data of a customer.

        Erases conversations, messages, files, memory and deliveries until now in steps: repeat the request with `cursor` until `next` is null. After an interruption, start again without `cursor`. What the customer writes after the first step starts a new conversation, which stays. A refusal of marketing stays (`kept`).

        `DELETE /api/v1/customers/{customer}/`"""
        return await self._connection.call("DELETE", "/api/v1/customers/{customer}/", {"customer": customer}, {"cursor": cursor}, None, options)


class AsyncMsgAccounts:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.Account]:
        """List the business accounts.

        Returns all accounts in the order of connection, or a slice if `offset` or `limit` is given.

        `GET /api/v1/msg-accounts/`"""
        return await self._connection.call("GET", "/api/v1/msg-accounts/", {}, {"offset": offset, "limit": limit}, None, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Account:
        """Get a business account.

        Returns 404 for an account of another organisation.

        `GET /api/v1/msg-accounts/{id}/`"""
        return await self._connection.call("GET", "/api/v1/msg-accounts/{id}/", {"id": id}, {}, None, options)

    async def add_number(self, id: str, body: types.AddNumberInput, *, options: Optional[CallOptions] = None) -> types.Account:
        """Add an available number to an account.

        Removes the number from the pool and registers it with the provider for the account. Repeating the request is safe and returns the account. Returns 409 if the number is being added to another account.

        `POST /api/v1/msg-accounts/{id}/add-number/`"""
        return await self._connection.call("POST", "/api/v1/msg-accounts/{id}/add-number/", {"id": id}, {}, body, options)

    async def deploy_agent(self, id: str, body: types.DeployAgentInput, *, options: Optional[CallOptions] = None) -> types.Account:
        """Connect an agent to a number of an account.

        The same as `connect-agent` on the number, without `applyToExisting`.

        `POST /api/v1/msg-accounts/{id}/deploy-agent/`"""
        return await self._connection.call("POST", "/api/v1/msg-accounts/{id}/deploy-agent/", {"id": id}, {}, body, options)

    async def proxy_get(self, id: str, path: str, *, options: Optional[CallOptions] = None) -> Any:
        """Read from the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `GET /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return await self._connection.call("GET", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, None, options)

    async def proxy_post(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """POST to the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `POST /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return await self._connection.call("POST", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)

    async def proxy_put(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """PUT to the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `PUT /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return await self._connection.call("PUT", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)

    async def proxy_patch(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """PATCH to the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `PATCH /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return await self._connection.call("PATCH", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)

    async def proxy_delete(self, id: str, path: str, body: Optional[Dict[str, Any]] = None, *, options: Optional[CallOptions] = None) -> Any:
        """DELETE in the provider's API.

        Forwards query, body, status and JSON, up to 4 MB in each direction, and adds the account's access token. A response that is not JSON, or is larger, is stored and returned as a 302 with a signed URL. Returns 400 for calls that use other credentials, leave the account or remove the service's webhooks. Returns 403 for an id of another account.

        `DELETE /api/v1/msg-accounts/{id}/proxy/{path+}/`"""
        return await self._connection.call("DELETE", "/api/v1/msg-accounts/{id}/proxy/{path+}/", {"id": id, "path": path}, {}, body, options)


class AsyncAvailableNumbers:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.AvailableNumber]:
        """List numbers that can be added to an account.

        In ascending order. Returns the first 100 unassigned numbers unless `offset` or `limit` is given.

        `GET /api/v1/available-numbers/`"""
        return await self._connection.call("GET", "/api/v1/available-numbers/", {}, {"offset": offset, "limit": limit}, None, options)


class AsyncPhoneNumbers:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.BusinessNumberPage:
        """List the business numbers.

        In ascending order. Includes the organisation's sandbox number.

        `GET /api/v1/phone-numbers/`"""
        return await self._connection.call("GET", "/api/v1/phone-numbers/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.BusinessNumber]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/phone-numbers/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    async def get(self, n: str, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Get a business number.

        Returns 404 for a number that the organisation does not have.

        `GET /api/v1/phone-numbers/{n}/`"""
        return await self._connection.call("GET", "/api/v1/phone-numbers/{n}/", {"n": n}, {}, None, options)

    async def disconnect(self, n: str, *, options: Optional[CallOptions] = None) -> None:
        """Disconnect a business number.

        The number leaves the organisation, which receives no more of its messages and events. Its conversations can be read, but sending in them is a 409 with the reason `number_disconnected`. Subscriptions of webhooks to it end. It can be connected again, also by another organisation. Returns 400 for the sandbox number.

        `DELETE /api/v1/phone-numbers/{n}/`"""
        return await self._connection.call("DELETE", "/api/v1/phone-numbers/{n}/", {"n": n}, {}, None, options)

    async def subscribe(self, n: str, body: types.NumberSubscribeInput, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Route a number to a webhook by default.

        Disconnects the agent. Returns 400 for the sandbox number. Sends no lifecycle events.

        `POST /api/v1/phone-numbers/{n}/subscribe/`"""
        return await self._connection.call("POST", "/api/v1/phone-numbers/{n}/subscribe/", {"n": n}, {}, body, options)

    async def connect_agent(self, n: str, body: types.ConnectAgentInput, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Connect an agent to a number by default.

        Removes the subscribed webhook. Returns 400 for the sandbox number. Sends no lifecycle events.

        `POST /api/v1/phone-numbers/{n}/connect-agent/`"""
        return await self._connection.call("POST", "/api/v1/phone-numbers/{n}/connect-agent/", {"n": n}, {}, body, options)

    async def unsubscribe(self, n: str, body: Optional[types.NumberUnsubscribeInput] = None, *, options: Optional[CallOptions] = None) -> types.BusinessNumber:
        """Clear the default routing of a number.

        Removes the connected agent and the subscribed webhook. Messages are only stored. Returns 400 for the sandbox number. Sends no lifecycle events.

        `POST /api/v1/phone-numbers/{n}/unsubscribe/`"""
        return await self._connection.call("POST", "/api/v1/phone-numbers/{n}/unsubscribe/", {"n": n}, {}, body, options)


class AsyncMsgLinkSessions:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.LinkSession]:
        """List link sessions.

        Newest first. Returns the newest 100 unless `offset` or `limit` is given.

        `GET /api/v1/msg-link-sessions/`"""
        return await self._connection.call("GET", "/api/v1/msg-link-sessions/", {}, {"offset": offset, "limit": limit}, None, options)

    async def create(self, body: types.LinkSessionInput, *, options: Optional[CallOptions] = None) -> types.LinkSession:
        """Start a link session.

        Open `linkUrl` in a browser. The page starts the provider's signup and connects the business account and its numbers. It then redirects to `successUrl`, or to `returnUrl` if the signup was cancelled, failed or expired.

        `POST /api/v1/msg-link-sessions/`"""
        return await self._connection.call("POST", "/api/v1/msg-link-sessions/", {}, {}, body, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.LinkSession:
        """Get a link session.

        Request it to follow the status, or wait for the redirect to `successUrl` or `returnUrl`.

        `GET /api/v1/msg-link-sessions/{id}/`"""
        return await self._connection.call("GET", "/api/v1/msg-link-sessions/{id}/", {"id": id}, {}, None, options)


class AsyncMsgTemplates:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, options: Optional[CallOptions] = None) -> List[types.Template]:
        """List the templates.

        Returns all templates, oldest first, or a slice if `offset` or `limit` is given. If the templates are larger than 5 MB in total, request them in slices.

        `GET /api/v1/msg-templates/`"""
        return await self._connection.call("GET", "/api/v1/msg-templates/", {}, {"offset": offset, "limit": limit}, None, options)

    async def create(self, body: types.TemplateInput, *, options: Optional[CallOptions] = None) -> types.Template:
        """Create a template.

        Creates a local draft. Nothing is sent to the provider until it is published. At most 250 templates per organisation.

        `POST /api/v1/msg-templates/`"""
        return await self._connection.call("POST", "/api/v1/msg-templates/", {}, {}, body, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Template:
        """Get a template.

        Returns the local draft and its state on each business account.

        `GET /api/v1/msg-templates/{id}/`"""
        return await self._connection.call("GET", "/api/v1/msg-templates/{id}/", {"id": id}, {}, None, options)

    async def replace(self, id: str, body: types.TemplateInput, *, options: Optional[CallOptions] = None) -> types.Template:
        """Replace a template.

        Omitted fields are set to their defaults. Changes the local draft only. Publish it again to update the published templates.

        `PUT /api/v1/msg-templates/{id}/`"""
        return await self._connection.call("PUT", "/api/v1/msg-templates/{id}/", {"id": id}, {}, body, options)

    async def update(self, id: str, body: types.TemplateChange, *, options: Optional[CallOptions] = None) -> types.Template:
        """Update some fields of a template.

        Omitted fields are unchanged. Changes the local draft only. Publish it again to update the published templates.

        `PATCH /api/v1/msg-templates/{id}/`"""
        return await self._connection.call("PATCH", "/api/v1/msg-templates/{id}/", {"id": id}, {}, body, options)

    async def delete(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Delete a template.

        Deletes the local draft only. Published templates are kept; unpublish them first.

        `DELETE /api/v1/msg-templates/{id}/`"""
        return await self._connection.call("DELETE", "/api/v1/msg-templates/{id}/", {"id": id}, {}, None, options)

    async def publish(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.PublishedTemplate:
        """Publish a template on business accounts.

        **Check the method: `POST` on the `publish` path unpublishes**, as documented in this API; `PUT` publishes. Submits the template to the provider for review. If an account already has a template with this name and language, that template is linked. If the draft was changed after it was published, the published template is updated. The category of an approved template does not change, and a template in review cannot be updated: publish it again after the review. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `PUT /api/v1/msg-templates/{id}/publish/`"""
        return await self._connection.call("PUT", "/api/v1/msg-templates/{id}/publish/", {"id": id}, {}, body, options)

    async def unpublish(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.UnpublishedTemplate:
        """Unpublish a template from business accounts.

        Deletes the template at the provider. The local draft is kept. The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `POST /api/v1/msg-templates/{id}/unpublish/`"""
        return await self._connection.call("POST", "/api/v1/msg-templates/{id}/unpublish/", {"id": id}, {}, body, options)

    async def unpublish_by_post(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.UnpublishedTemplate:
        """Unpublish a template from business accounts.

        **Check the method: `POST` on the `publish` path unpublishes**, as documented in this API; `PUT` publishes. The same as `POST …/unpublish/`. The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `POST /api/v1/msg-templates/{id}/publish/`"""
        return await self._connection.call("POST", "/api/v1/msg-templates/{id}/publish/", {"id": id}, {}, body, options)

    async def unpublish_by_delete(self, id: str, body: types.AccountIds, *, options: Optional[CallOptions] = None) -> types.UnpublishedTemplate:
        """Unpublish a template from business accounts.

        The same as `POST …/unpublish/`. The provider blocks a deleted name for 30 days: to publish the template again before that, give it another name. Each account succeeds or fails independently. The response is a 200 with the result for each account. Repeating the request is safe.

        `DELETE /api/v1/msg-templates/{id}/publish/`"""
        return await self._connection.call("DELETE", "/api/v1/msg-templates/{id}/publish/", {"id": id}, {}, body, options)


class AsyncWebhooks:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> types.WebhookPage:
        """List webhooks.

        The webhooks of the organisation with their health, oldest first. Webhooks are created in the dashboard, at most 50. Their signing secrets are not part of the API.

        `GET /api/v1/webhooks/`"""
        return await self._connection.call("GET", "/api/v1/webhooks/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, None, options)

    def list_all(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.Webhook]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/webhooks/", {}, {"offset": offset, "limit": limit, "cursor": cursor}, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Get a webhook.

        Returns the webhook with its health. Its signing secret is shown in the dashboard only.

        `GET /api/v1/webhooks/{id}/`"""
        return await self._connection.call("GET", "/api/v1/webhooks/{id}/", {"id": id}, {}, None, options)

    async def update(self, id: str, body: types.WebhookUpdate, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Update a webhook.

        Changes the name, the events, the numbers and the headers. The URL and the signing secret are changed in the dashboard.

        `PATCH /api/v1/webhooks/{id}/`"""
        return await self._connection.call("PATCH", "/api/v1/webhooks/{id}/", {"id": id}, {}, body, options)

    async def disable(self, id: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Disable a webhook.

        Nothing is sent to a disabled webhook. Its deliveries are stored as failed, and can be replayed after it is enabled.

        `POST /api/v1/webhooks/{id}/disable/`"""
        return await self._connection.call("POST", "/api/v1/webhooks/{id}/disable/", {"id": id}, {}, {}, options)

    async def enable(self, id: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Enable a webhook.

        Has no effect on an enabled webhook. Deliveries that failed while it was disabled are sent again by a bulk replay only.

        `POST /api/v1/webhooks/{id}/enable/`"""
        return await self._connection.call("POST", "/api/v1/webhooks/{id}/enable/", {"id": id}, {}, {}, options)

    async def send_test_event(self, id: str, body: Optional[types.TestEventInput] = None, *, options: Optional[CallOptions] = None) -> types.SentTestEvent:
        """Send a test event.

        Sends `test.ping`, or an example of another event, also to a disabled webhook. The delivery shows the response of the endpoint. Statistics do not count it.

        `POST /api/v1/webhooks/{id}/test/`"""
        return await self._connection.call("POST", "/api/v1/webhooks/{id}/test/", {"id": id}, {}, body, options)

    async def get_replay(self, id: str, replay_id: str, *, options: Optional[CallOptions] = None) -> types.Replay:
        """Get the progress of a bulk replay.

        A replay ends with the status `done` or `cancelled`. It is kept for 30 days. `delivered` and `failed` are its results so far: copies can be retried after it has ended.

        `GET /api/v1/webhooks/{id}/replays/{replayId}/`"""
        return await self._connection.call("GET", "/api/v1/webhooks/{id}/replays/{replayId}/", {"id": id, "replayId": replay_id}, {}, None, options)


class AsyncWebhookDeliveries:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, offset: Optional[int] = None, limit: Optional[int] = None, cursor: Optional[str] = None, status: Optional[Literal["pending", "delivered", "failed"]] = None, webhook_id: Optional[str] = None, event: Optional[Union[types.EventName, None]] = None, since: Optional[str] = None, until: Optional[str] = None, message_id: Optional[str] = None, conversation_id: Optional[str] = None, details: Optional[bool] = None, options: Optional[CallOptions] = None) -> types.WebhookDeliveriesListResult:
        """List deliveries.

        The deliveries of the last 30 days, newest event first; with `status=failed`, the latest failure first. A filtered page can have fewer items than `limit` and still have a `next`.

        To follow new deliveries, request the list with `since` set to the current time. Then request the URL in `previous` every few seconds, and take the next `previous` from each response. If a page has `limit` items, request its `previous` immediately. Ignore the ids that you have seen: a delivery can be stored up to five minutes after its event, so each of these pages includes the last five minutes again, with their current status. After an outage a delivery can be stored later still: then request the list with an earlier `since`.

        `GET /api/v1/webhook-deliveries/`"""
        return await self._connection.call("GET", "/api/v1/webhook-deliveries/", {}, {"offset": offset, "limit": limit, "cursor": cursor, "status": status, "webhookId": webhook_id, "event": event, "since": since, "until": until, "messageId": message_id, "conversationId": conversation_id, "details": details}, None, options)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> types.WebhookDeliveryDetails:
        """Get a delivery.

        The delivery with the exact request body, its attempts, and how to fix a failure.

        `GET /api/v1/webhook-deliveries/{id}/`"""
        return await self._connection.call("GET", "/api/v1/webhook-deliveries/{id}/", {"id": id}, {}, None, options)

    async def replay(self, id: str, *, options: Optional[CallOptions] = None) -> types.ReplayedDelivery:
        """Send a new copy of a delivery.

        Sends the stored payload again, byte for byte, with a new delivery id. The copy is sent to the webhook's current URL and signed with its current secret. Returns 409 if the webhook was deleted or is disabled, because the copy could not be delivered.

        `POST /api/v1/webhook-deliveries/{id}/replay/`"""
        return await self._connection.call("POST", "/api/v1/webhook-deliveries/{id}/replay/", {"id": id}, {}, {}, options)

    async def replay_failed(self, body: types.BulkReplayInput, *, options: Optional[CallOptions] = None) -> types.BulkReplay:
        """Replay failed deliveries.

        Starts a bulk replay of each webhook with failed deliveries in the range, or only counts them with `dryRun`. A replay sends a new copy of each delivery that failed in the range and was not replayed yet, about 25 per second, oldest failure first. It runs in the background: get the replay of the webhook by its id to follow its progress. A webhook that is disabled, or whose replay is running, has a `refusal` instead.

        `POST /api/v1/webhook-deliveries/replay/`"""
        return await self._connection.call("POST", "/api/v1/webhook-deliveries/replay/", {}, {}, body, options)


class AsyncUsage:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, *, offset: Optional[int] = None, limit: Optional[int] = None, month: Optional[str] = None, options: Optional[CallOptions] = None) -> types.UsageGetResult:
        """Get the usage of a month.

        The cost of a month, and for each agent of the organisation tokens, transcribed seconds and cost, also of deleted agents and of trials. A turn counts in the month in which it ended, a message in the month in which it was sent. A message is counted some seconds after the provider reports it as delivered. `usd` is that of all agents, whatever `offset` and `limit` are.

        `GET /api/v1/usage/`"""
        return await self._connection.call("GET", "/api/v1/usage/", {}, {"offset": offset, "limit": limit, "month": month}, None, options)


class AsyncAudit:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def list(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, actor: Optional[str] = None, action: Optional[Literal["create", "update", "delete", "enable", "disable", "disable_automatically", "merge", "merge_automatically", "undo_merge", "revoke", "reveal_secret", "rotate_secret", "route", "send", "mark", "take_over", "hand_back", "change_control", "request_answer", "request_reading", "share", "unshare", "accept_share", "leave_share", "upload", "set_picture", "save_draft", "discard_draft", "restore_version", "save_test", "delete_test", "change_exam", "change_memory", "erase_memory", "approve", "publish", "unpublish", "connect", "disconnect", "confirm", "call_provider", "replay", "cancel_replay", "redrive", "purge", "read", "reconcile", "invite", "withdraw", "accept", "decline", "change_role", "leave", "remove", "grant_operator", "revoke_operator", "rename", "erase", "export", "enable_mfa", "disable_mfa", "recover_mfa", "replace_recovery_codes", "reset_password", "sign_in", "set_password", "sign_out", "sign_out_everywhere"]] = None, object: Optional[Literal["api_key", "webhook", "delivery", "agent", "connector", "template", "account", "number", "conversation", "customer", "member", "organization", "profile", "sign_in", "queue", "saved_reply"]] = None, object_id: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, options: Optional[CallOptions] = None) -> types.AuditEntryPage:
        """List changes.

        Who changed what in the organisation in the last 90 days, and the sign-ins of its members, newest first. Requires an API key of an admin; each user of the dashboard can read it. A filtered page can have fewer items than `limit` and still have a `next`.

        `GET /api/v1/audit-log/`"""
        return await self._connection.call("GET", "/api/v1/audit-log/", {}, {"limit": limit, "cursor": cursor, "actor": actor, "action": action, "object": object, "objectId": object_id, "since": since, "until": until}, None, options)

    def list_all(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, actor: Optional[str] = None, action: Optional[Literal["create", "update", "delete", "enable", "disable", "disable_automatically", "merge", "merge_automatically", "undo_merge", "revoke", "reveal_secret", "rotate_secret", "route", "send", "mark", "take_over", "hand_back", "change_control", "request_answer", "request_reading", "share", "unshare", "accept_share", "leave_share", "upload", "set_picture", "save_draft", "discard_draft", "restore_version", "save_test", "delete_test", "change_exam", "change_memory", "erase_memory", "approve", "publish", "unpublish", "connect", "disconnect", "confirm", "call_provider", "replay", "cancel_replay", "redrive", "purge", "read", "reconcile", "invite", "withdraw", "accept", "decline", "change_role", "leave", "remove", "grant_operator", "revoke_operator", "rename", "erase", "export", "enable_mfa", "disable_mfa", "recover_mfa", "replace_recovery_codes", "reset_password", "sign_in", "set_password", "sign_out", "sign_out_everywhere"]] = None, object: Optional[Literal["api_key", "webhook", "delivery", "agent", "connector", "template", "account", "number", "conversation", "customer", "member", "organization", "profile", "sign_in", "queue", "saved_reply"]] = None, object_id: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, options: Optional[CallOptions] = None) -> AsyncIterator[types.AuditEntry]:
        """Yields the items of all pages of `list`. Requests each page only when it is needed."""
        return self._connection.items("/api/v1/audit-log/", {}, {"limit": limit, "cursor": cursor, "actor": actor, "action": action, "object": object, "objectId": object_id, "since": since, "until": until}, options)


class AsyncMe:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, *, options: Optional[CallOptions] = None) -> types.Me:
        """Get the API key.

        The organisation and the owner of the API key, what it may do now, and its limits.

        `GET /api/v1/me/`"""
        return await self._connection.call("GET", "/api/v1/me/", {}, {}, None, options)


class AsyncHealth:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, *, options: Optional[CallOptions] = None) -> types.Health:
        """Check the service.

        For monitors. Requires no API key. The service checks every 10 seconds at most whether it can read its table.

        `GET /health`"""
        return await self._connection.call("GET", "/health", {}, {}, None, options)


class AsyncOpenapi:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def document(self, *, options: Optional[CallOptions] = None) -> types.OpenapiDocumentResult:
        """Get this document.

        OpenAPI 3.1. Requires no API key.

        `GET /openapi.json`"""
        return await self._connection.call("GET", "/openapi.json", {}, {}, None, options)


class AsyncOperations:
    """The operations of the API, by resource."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.agents = AsyncAgents(connection)
        self.trials = AsyncTrials(connection)
        self.test_runs = AsyncTestRuns(connection)
        self.proofs = AsyncProofs(connection)
        self.exams = AsyncExams(connection)
        self.mcp_connectors = AsyncMcpConnectors(connection)
        self.conversations = AsyncConversations(connection)
        self.customers = AsyncCustomers(connection)
        self.msg_accounts = AsyncMsgAccounts(connection)
        self.available_numbers = AsyncAvailableNumbers(connection)
        self.phone_numbers = AsyncPhoneNumbers(connection)
        self.msg_link_sessions = AsyncMsgLinkSessions(connection)
        self.msg_templates = AsyncMsgTemplates(connection)
        self.webhooks = AsyncWebhooks(connection)
        self.webhook_deliveries = AsyncWebhookDeliveries(connection)
        self.usage = AsyncUsage(connection)
        self.audit = AsyncAudit(connection)
        self.me = AsyncMe(connection)
        self.health = AsyncHealth(connection)
        self.openapi = AsyncOpenapi(connection)
