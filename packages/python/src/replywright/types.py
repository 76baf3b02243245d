# Generated from the OpenAPI document. CONTRIBUTING.md says how.
from __future__ import annotations

from typing import Any, Dict, List, Literal, TypeAlias, TypedDict, Union

from ._file import File

class Account(TypedDict):
    """A business account with the provider."""
    id: str
    waId: str
    """The provider's id of the account."""
    phoneNumbers: str
    """Business numbers of the account: digits without plus, separated by commas."""
    templatesUrl: str
    """URL of its templates in the dashboard."""
    name: str


class AccountIds(TypedDict):
    """The business accounts to publish on, or to unpublish from."""
    accountIds: List[str]
    """Ids of business accounts of the organisation."""


class AccountLink(TypedDict):
    """The state of a template on one business account."""
    accountId: str
    accountName: str
    wabaId: str
    """The provider's id of the account."""
    providerTemplateId: str
    """The provider's id of the template, or an empty string."""
    qualityScore: str
    """`GREEN`, `YELLOW`, `RED` or `UNKNOWN`."""
    rejectionReason: str
    """The provider's reason, or an empty string."""
    status: Literal["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "DISABLED"]
    """`DRAFT` if the template is not published on the account."""


class AddNumberInput(TypedDict):
    """The number to add to an account."""
    id: str
    """The `id` of an available number."""
    name: str
    """The name that customers see."""


class Agent(TypedDict):
    """An agent. Secrets are masked for read keys and for users the agent is shared with."""
    id: str
    name: str
    description: str
    systemPrompt: str
    firstMessage: str
    profilePicture: str
    """A signed URL of the picture, valid for one hour, or an empty string."""
    icebreakers: Any
    llmModel: Union[str, None]
    tools: List[AgentTool]
    documents: List[AgentDocument]
    memoryKeys: List[AgentMemoryKey]
    wakeUpConfigs: List[AgentWakeUpConfig]
    outboundTriggers: List[AgentOutboundTrigger]
    websiteTools: List[AgentWebsiteTool]
    imageGenerateTools: List[AgentImageGenerateTool]
    handoffTools: List[AgentHandoffTool]
    mcpConfigs: List[AgentMcpConfig]
    supportTools: str
    """JSON: the tools with which the agent asks for a person, `[{"name": "ask_for_human"}]`. An empty string if `askForHuman` is false."""
    paywallConfig: str
    """Reserved; always empty."""
    adConfig: str
    """Reserved; always empty."""
    creditSettings: str
    """Reserved; always empty."""
    voiceCallConfig: str
    """Reserved; always empty."""
    organization: Union[AgentOrganization, None]
    phoneNumbers: List[AgentPhoneNumber]
    totalMessages: str
    """A count, as a string of digits."""
    totalSessions: str
    """A count, as a string of digits."""
    connectUrl: str
    """Opens a chat with the agent: `https://wa.me/<number of the agent>`. An agent without a number has `https://wa.me/<sandbox number>?text=` with the percent-encoded text `/connect:<id of the agent>`."""
    createdAt: str
    askForHuman: bool
    """Whether the agent may ask for a person. It is then silent until handback."""
    transcribeVoice: bool
    """Whether voice messages are transcribed for the agent. It requires a server with transcription."""
    separateMessages: bool
    """Whether the first message, files and the answer are sent as messages of their own. If not, they are sent in as few messages as the provider allows, because it charges for each."""
    fallbackModel: Union[str, None]
    """The model that is called while `llmModel` is down: after its first 429, 5xx or timeout, not after a rejected request. Null: that of the deployment, if it has one."""
    outcomeKeys: List[AgentMemoryKey]
    """At most ten values that describe how a session ended, such as `resolved`. With any, the model fills them once when a session ends: after 24 hours without a message, or when another agent is connected. The event `conversation.ended` has them. `whenToUpdate` tells the model what the value means."""
    monthlyLimitUsd: Union[float, None]
    """The most that the models of the agent may cost in a month (UTC), in USD. At 100 % it stops replying, and its conversations need a person, until the next month or a higher limit. Null: no limit."""
    stepsPerTurn: int
    """The responses of the model in one turn, 1 to 50. Each may call several tools. The tools that the last one calls are not run: the model is told so, and answers the customer without tools."""
    guardrails: Union[Guardrails, None]
    requiresProof: bool
    """Whether a draft is published only after its last proof has passed. It does not hold changes that are sent to the published agent directly."""
    problems: List[str]
    """What models do not receive whole of the agent: each a field, what is wrong with it, and what to do. Empty if there is nothing."""


class AgentChange(TypedDict, total=False):
    """The fields of an agent to change. Omitted settings and arrays keep their values."""
    name: Union[str, None]
    description: Union[str, None]
    systemPrompt: Union[str, None]
    """The role, knowledge, tone and limits of the agent, at most 100 KB of UTF-8. Models receive it whole."""
    firstMessage: Union[str, None]
    icebreakers: Any
    """Suggested first messages for the customer."""
    llmModel: Union[str, None]
    fallbackModel: Union[str, None]
    tools: Union[List[AgentToolInput], None]
    documents: Union[List[AgentDocumentInput], None]
    memoryKeys: Union[List[AgentMemoryKeyInput], None]
    outcomeKeys: Union[List[AgentMemoryKeyInput], None]
    wakeUpConfigs: Union[List[AgentWakeUpConfigInput], None]
    outboundTriggers: Union[List[AgentOutboundTriggerInput], None]
    websiteTools: Union[List[AgentWebsiteToolInput], None]
    imageGenerateTools: Union[List[AgentImageGenerateToolInput], None]
    handoffTools: Union[List[AgentHandoffToolInput], None]
    mcpConfigs: Union[List[AgentMcpConfigInput], None]
    askForHuman: Union[bool, None]
    """Whether the agent may ask for a person. It is then silent until handback."""
    transcribeVoice: Union[bool, None]
    """Whether voice messages are transcribed for the agent. It requires a server with transcription."""
    separateMessages: Union[bool, None]
    """Whether the first message, files and the answer are sent as messages of their own. If not, they are sent in as few messages as the provider allows, because it charges for each."""
    monthlyLimitUsd: Union[float, None]
    stepsPerTurn: Union[int, None]
    """The responses of the model in one turn, 1 to 50. Each may call several tools. The tools that the last one calls are not run: the model is told so, and answers the customer without tools."""
    guardrails: Union[Guardrails, None]
    requiresProof: Union[bool, None]
    """Whether a draft is published only after its last proof has passed. It does not hold changes that are sent to the published agent directly."""


class _AgentDocumentRequired(TypedDict):
    id: str
    name: str
    file: str
    """A signed URL of the file, valid for one hour."""
    status: Literal["pending", "processing", "ready", "partial", "error"]
    """The agent searches a `ready` and a `partial` document. Of a `partial` one, `problem` says what is missing. Of a `ready` one, `problem` can say what to check."""


class AgentDocument(_AgentDocumentRequired, total=False):
    """A document that an agent can search."""
    problem: str
    """What is missing of a `partial` document, or why a document is in `error`, and what to do. Of a `partial` or a `ready` document also what to check: pages that a model read from pictures. Absent if there is nothing to say."""


class AgentDocumentInput(TypedDict):
    """Renames a document. A document that is omitted is deleted."""
    id: str
    name: str


class AgentHandoffTool(TypedDict):
    """A tool of an agent that hands the conversation over to another agent."""
    id: str
    parentAgentId: str
    childAgentId: str
    """Another agent of the organisation."""
    childAgentName: str
    description: str
    active: bool


class _AgentHandoffToolInputRequired(TypedDict):
    childAgentId: str
    """Another agent of the organisation."""
    description: str


class AgentHandoffToolInput(_AgentHandoffToolInputRequired, total=False):
    """A handoff tool to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""
    parentAgentId: Union[str, None]
    """Optional; must be the id of this agent."""
    active: Union[bool, None]
    """Defaults to true for a new item."""


class AgentHttpParameterInputDescription(TypedDict):
    """The model fills the parameter."""
    type: Literal["description"]
    description: str


class _AgentHttpParameterInputValueRequired(TypedDict):
    type: Literal["value"]
    value: Any
    """A text may contain `%PHONE_NUMBER%` and `%IMAGE_URL%`."""


class AgentHttpParameterInputValue(_AgentHttpParameterInputValueRequired, total=False):
    """The value is fixed."""
    public: bool
    """Whether the value is readable. It is a secret otherwise."""


class _AgentHttpParameterRequired(TypedDict):
    input: Union[AgentHttpParameterInputDescription, AgentHttpParameterInputValue]


class AgentHttpParameter(_AgentHttpParameterRequired, total=False):
    """A parameter of an HTTP tool."""
    type: Literal["string", "number", "integer", "boolean", "array", "object"]
    """The type that the model sends."""
    enum: List[Any]
    """The values that the model may send."""
    required: bool
    """Whether the model must send it. Defaults to true."""


class _AgentHttpToolRequired(TypedDict):
    url: str
    """http or https. `{name}` in the path is a parameter of `path_params`."""


class AgentHttpTool(_AgentHttpToolRequired, total=False):
    """The HTTP request of a tool (`apiSchema`). Each parameter is filled by the model or fixed."""
    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    """Defaults to GET."""
    path_params: Dict[str, AgentHttpParameter]
    """One parameter for each `{name}` of the URL."""
    query_params: Dict[str, AgentHttpParameter]
    request_headers: Dict[str, AgentHttpParameter]
    request_body: Dict[str, Any]
    """The fields of the JSON body. Each is a parameter, an object of parameters, an array with one parameter for all items, or a JSON Schema with `properties` or `items`."""


class AgentImageGenerateTool(TypedDict):
    """A tool of an agent that generates images."""
    id: str
    name: str
    description: str
    prompt: str
    active: bool
    creditCost: int


class _AgentImageGenerateToolInputRequired(TypedDict):
    prompt: str
    creditCost: int


class AgentImageGenerateToolInput(_AgentImageGenerateToolInputRequired, total=False):
    """An image tool to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""
    name: Union[str, None]
    description: Union[str, None]
    active: Union[bool, None]
    """Defaults to true for a new item."""


class _AgentInputRequired(TypedDict):
    name: str


class AgentInput(_AgentInputRequired, total=False):
    """The fields of an agent that callers send. Omitted settings and arrays keep their values."""
    description: Union[str, None]
    systemPrompt: Union[str, None]
    """The role, knowledge, tone and limits of the agent, at most 100 KB of UTF-8. Models receive it whole."""
    firstMessage: Union[str, None]
    icebreakers: Any
    """Suggested first messages for the customer."""
    llmModel: Union[str, None]
    fallbackModel: Union[str, None]
    tools: Union[List[AgentToolInput], None]
    documents: Union[List[AgentDocumentInput], None]
    memoryKeys: Union[List[AgentMemoryKeyInput], None]
    outcomeKeys: Union[List[AgentMemoryKeyInput], None]
    wakeUpConfigs: Union[List[AgentWakeUpConfigInput], None]
    outboundTriggers: Union[List[AgentOutboundTriggerInput], None]
    websiteTools: Union[List[AgentWebsiteToolInput], None]
    imageGenerateTools: Union[List[AgentImageGenerateToolInput], None]
    handoffTools: Union[List[AgentHandoffToolInput], None]
    mcpConfigs: Union[List[AgentMcpConfigInput], None]
    askForHuman: Union[bool, None]
    """Whether the agent may ask for a person. It is then silent until handback."""
    transcribeVoice: Union[bool, None]
    """Whether voice messages are transcribed for the agent. It requires a server with transcription."""
    separateMessages: Union[bool, None]
    """Whether the first message, files and the answer are sent as messages of their own. If not, they are sent in as few messages as the provider allows, because it charges for each."""
    monthlyLimitUsd: Union[float, None]
    stepsPerTurn: Union[int, None]
    """The responses of the model in one turn, 1 to 50. Each may call several tools. The tools that the last one calls are not run: the model is told so, and answers the customer without tools."""
    guardrails: Union[Guardrails, None]
    requiresProof: Union[bool, None]
    """Whether a draft is published only after its last proof has passed. It does not hold changes that are sent to the published agent directly."""


class AgentMcpConfig(TypedDict):
    """The tools of an MCP connector that an agent may use."""
    id: str
    connectorId: str
    """An MCP connector of the organisation."""
    connectorName: str
    toolWhitelist: Any
    """Names of the tools to offer. `[]` offers no tools, `null` offers all."""


class _AgentMcpConfigInputRequired(TypedDict):
    connectorId: str
    """An MCP connector of the organisation."""
    toolWhitelist: Any
    """Names of the tools to offer. `[]` offers no tools, `null` offers all."""


class AgentMcpConfigInput(_AgentMcpConfigInputRequired, total=False):
    """An MCP config to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""


class AgentMemoryKey(TypedDict):
    """A value that an agent remembers about a customer."""
    id: str
    key: str
    type: str
    """`string`, `number`, `boolean` and `json` are enforced. Any other type is treated as text."""
    initialValue: str
    whenToUpdate: str


class _AgentMemoryKeyInputRequired(TypedDict):
    key: str
    type: str
    """`string`, `number`, `boolean` and `json` are enforced. Any other type is treated as text."""
    initialValue: str
    whenToUpdate: str


class AgentMemoryKeyInput(_AgentMemoryKeyInputRequired, total=False):
    """A memory key to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""


class AgentOrganization(TypedDict):
    """The organisation that owns an agent."""
    id: str
    name: str
    isPersonal: bool


class AgentOutboundTrigger(TypedDict):
    """Starts conversations from other systems with a template."""
    id: str
    url: str
    """Send a POST request with the header `X-Trigger-Secret`."""
    secret: str
    enabled: bool
    templateId: str
    templateName: str


class _AgentOutboundTriggerInputRequired(TypedDict):
    templateId: str
    templateName: str


class AgentOutboundTriggerInput(_AgentOutboundTriggerInputRequired, total=False):
    """An outbound trigger to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""
    secret: Union[str, None]
    """Generated if omitted from a new trigger."""
    enabled: Union[bool, None]
    """Defaults to true for a new item."""


class AgentPage(TypedDict):
    """A page of a list."""
    count: int
    """Number of items in the whole list."""
    next: Union[str, None]
    """Absolute URL of the next page."""
    previous: Union[str, None]
    """Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only."""
    results: List[Agent]


class AgentPhoneNumber(TypedDict):
    """A number that an agent is connected to."""
    msgPhoneNumberId: str
    """The provider's id of the number."""
    msgBusinessAccountId: str
    """The id of the messaging account."""
    wabaId: str
    """The provider's id of the account."""
    phoneNumber: str
    """Digits without plus, as in all requests and responses. Events have the same number with a plus."""


class _AgentRegressedEventContactRequired(TypedDict):
    name: str
    phoneNumber: str


class AgentRegressedEventContact(_AgentRegressedEventContactRequired, total=False):
    id: str
    """`contact.id` of a customer with a user id. The conversation has it for every customer."""
    userId: str
    """The provider's user id, which is new with each number of the customer. Absent without one."""
    username: str
    """The name that the customer has chosen; another customer may have it later. Absent without one."""


class AgentRegressedEventAgent(TypedDict):
    id: str
    name: str


class AgentRegressedEventExam(TypedDict):
    """The exam. `GET /api/v1/agents/{id}/proofs/{proofId}/` returns its conversations."""
    proofId: str
    startedAt: str


_AgentRegressedEventKeywords = TypedDict("_AgentRegressedEventKeywords", {"from": "str"})


class AgentRegressedEvent(_AgentRegressedEventKeywords):
    event: Literal["agent.regressed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """Empty: the event is about no number."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    """Empty: the event is about no conversation."""
    agent: AgentRegressedEventAgent
    exam: AgentRegressedEventExam
    """The exam. `GET /api/v1/agents/{id}/proofs/{proofId}/` returns its conversations."""
    drops: List[ExamDrop]
    """What was worse than in the exam before, at most 20."""


class _AgentToolRequired(TypedDict):
    id: str
    name: str
    description: str
    apiSchema: Any
    """Description of an HTTP tool: `{url, method, path_params, query_params, request_headers, request_body}`. Each parameter has `input: {type: "description", description}` (filled by the model) or `input: {type: "value", value}` (fixed; may contain `%PHONE_NUMBER%` and `%IMAGE_URL%`). Fixed values are secrets. The query string, user name and password in `url` are secrets too. Secrets are stored encrypted and never shown to the model. They are masked for read keys and for users the agent is shared with. `public: true` in an `input` of type `value` makes that value readable. The path of `url` is readable; put a secret part of it into `path_params`. Any other JSON is stored and has no effect: `problem` says why."""
    active: bool
    creditCost: int


class AgentTool(_AgentToolRequired, total=False):
    """A tool of an agent: an HTTP request that the model can make."""
    problem: str
    """Why the agent does not have the tool, or which fields of `apiSchema` have no effect, and what to do. Absent if there is no problem."""


class _AgentToolInputRequired(TypedDict):
    name: str
    description: str
    apiSchema: Any
    """Description of an HTTP tool: `{url, method, path_params, query_params, request_headers, request_body}`. Each parameter has `input: {type: "description", description}` (filled by the model) or `input: {type: "value", value}` (fixed; may contain `%PHONE_NUMBER%` and `%IMAGE_URL%`). Fixed values are secrets. The query string, user name and password in `url` are secrets too. Secrets are stored encrypted and never shown to the model. They are masked for read keys and for users the agent is shared with. `public: true` in an `input` of type `value` makes that value readable. The path of `url` is readable; put a secret part of it into `path_params`. Any other JSON is stored and has no effect: `problem` says why."""
    creditCost: int


class AgentToolInput(_AgentToolInputRequired, total=False):
    """A tool of an agent to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""
    active: Union[bool, None]
    """Defaults to true for a new item."""


class AgentTurn(TypedDict):
    """The turn of an agent: its reply to messages of a customer."""
    id: str
    messageIds: List[str]
    """The inbound messages that the turn replies to."""
    status: Literal["open", "answered", "failed"]
    startedAt: str
    failedAt: Union[str, None]
    """When its retries were exhausted."""
    toolCalls: List[ToolCall]
    agentIds: List[str]
    """The agents that took part, in order: each handed over to the next."""
    models: List[str]
    """The models that replied, in order. Empty for earlier turns."""
    inputTokens: int
    """Tokens that the models read."""
    outputTokens: int
    """Tokens that the models wrote."""
    cachedTokens: int
    """The read tokens that came from a cache."""
    usd: float
    """The price of the tokens in USD, as far as the prices of the models are known."""


class AgentVersionChangedBy(TypedDict):
    kind: Literal["user", "apiKey"]
    name: str


class AgentVersion(TypedDict):
    """A version of the settings of an agent."""
    version: float
    """Its number, which is also the revision in the `ETag` of the agent."""
    changedAt: Union[str, None]
    """Null for versions from before the history existed."""
    changedBy: Union[AgentVersionChangedBy, None]
    """The email address of a user, or the name of an API key."""
    isCurrent: bool
    fields: Union[List[str], None]
    """The settings that differ from the version before; null if that version is not kept."""


class AgentWakeUpConfig(TypedDict):
    """When an agent writes again without a message of the customer."""
    id: str
    description: str
    enabled: bool
    forceMessage: bool


class _AgentWakeUpConfigInputRequired(TypedDict):
    description: str
    forceMessage: bool


class AgentWakeUpConfigInput(_AgentWakeUpConfigInputRequired, total=False):
    """A wake-up config to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""
    enabled: Union[bool, None]
    """Defaults to true for a new item."""


class _AgentWebsitePageRequired(TypedDict):
    id: str
    url: str
    title: str
    """The title of the page, or an empty string."""
    status: Literal["ready", "partial", "error"]
    """The agent searches a `ready` and a `partial` page. An `error` page has no text."""
    readAt: Union[str, None]
    """When its text was read, or found unchanged. Null if it was never read."""


class AgentWebsitePage(_AgentWebsitePageRequired, total=False):
    """A page of a website that is read daily."""
    problem: str
    """Why the page was not read, or not completely, and which text the agent has of it. Absent if there is no problem."""


class _AgentWebsiteToolRequired(TypedDict):
    id: str
    url: str
    prompt: str
    active: bool
    daily: bool
    """Whether the service reads the website once a day, and after each change of `url` or `pages`, so that the agent searches its pages as it searches documents. The agent has no tool then that reads the page during a conversation. `url` is a page or a sitemap, without a query string. At most 200 pages are read of each website, and an agent has at most 5 such websites. robots.txt is obeyed."""
    pages: List[str]
    """More pages or sitemaps that are read daily. They are not secret. Without effect if `daily` is false."""
    cite: bool
    """Whether the agent names the title and the URL of a page that it answers from, if `daily` is true."""


class AgentWebsiteTool(_AgentWebsiteToolRequired, total=False):
    """A web page that an agent can read, or a website that is read daily."""
    readAt: Union[str, None]
    """When the service last finished reading the website. Null before. Absent if `daily` is false."""
    reading: bool
    """Whether the service reads the website now, or is about to. Absent if `daily` is false."""
    problem: str
    """What was not read of the website, and what to do. Absent if there is no problem."""
    readPages: List[AgentWebsitePage]
    """The pages that were read. Absent if `daily` is false."""


class _AgentWebsiteToolInputRequired(TypedDict):
    url: str
    prompt: str


class AgentWebsiteToolInput(_AgentWebsiteToolInputRequired, total=False):
    """A website tool to create or update."""
    id: Union[str, None]
    """The item to update. Omit it to create one."""
    active: Union[bool, None]
    """Defaults to true for a new item."""
    daily: Union[bool, None]
    """Whether the service reads the website once a day, and after each change of `url` or `pages`, so that the agent searches its pages as it searches documents. The agent has no tool then that reads the page during a conversation. `url` is a page or a sitemap, without a query string. At most 200 pages are read of each website, and an agent has at most 5 such websites. robots.txt is obeyed."""
    pages: Union[List[str], None]
    """More pages or sitemaps that are read daily. They are not secret. Without effect if `daily` is false."""
    cite: Union[bool, None]
    """Whether the agent names the title and the URL of a page that it answers from, if `daily` is true."""


class AuditEntryChangesItem(TypedDict):
    field: str
    before: Union[str, None]
    after: Union[str, None]


class AuditEntryActor(TypedDict):
    """All fields are null for an operator's command, for the visitor who completed a link session, and for the service itself (`disable_automatically`, `merge_automatically`)."""
    userId: Union[str, None]
    email: Union[str, None]
    apiKeyId: Union[str, None]
    apiKeyName: Union[str, None]


class AuditEntry(TypedDict):
    """A change that was made, or tried. It has no secrets."""
    id: str
    at: str
    action: Literal["create", "update", "delete", "enable", "disable", "disable_automatically", "merge", "merge_automatically", "undo_merge", "revoke", "reveal_secret", "rotate_secret", "route", "send", "mark", "take_over", "hand_back", "change_control", "request_answer", "request_reading", "share", "unshare", "accept_share", "leave_share", "upload", "set_picture", "save_draft", "discard_draft", "restore_version", "save_test", "delete_test", "change_exam", "change_memory", "erase_memory", "approve", "publish", "unpublish", "connect", "disconnect", "confirm", "call_provider", "replay", "cancel_replay", "redrive", "purge", "read", "reconcile", "invite", "withdraw", "accept", "decline", "change_role", "leave", "remove", "grant_operator", "revoke_operator", "rename", "erase", "export", "enable_mfa", "disable_mfa", "recover_mfa", "replace_recovery_codes", "reset_password", "sign_in", "set_password", "sign_out", "sign_out_everywhere"]
    object: Literal["api_key", "webhook", "delivery", "agent", "connector", "template", "account", "number", "conversation", "customer", "member", "organization", "profile", "sign_in", "queue", "saved_reply"]
    objectId: Union[str, None]
    objectName: Union[str, None]
    """The name at that time, if the response contained it."""
    fields: List[str]
    """The names of the fields that the request contained."""
    changes: List[AuditEntryChangesItem]
    """The values that changed, as texts of at most 200 characters; null for no value."""
    version: Union[float, None]
    """The version of an agent that the change created."""
    actor: AuditEntryActor
    """All fields are null for an operator's command, for the visitor who completed a link session, and for the service itself (`disable_automatically`, `merge_automatically`)."""
    requestId: Union[str, None]
    sourceIp: Union[str, None]
    """The address that connected to the service."""
    forwardedFor: Union[str, None]
    """The address that the header X-Forwarded-For claims. Callers of the API can choose it."""
    outcome: Literal["done", "refused", "failed", "interrupted"]
    """`refused`: rejected with `code`. `failed`: an internal error; the change may be incomplete. `interrupted`: the operation is running, or it ended without a result."""
    code: Union[str, None]


class AuditEntryPage(TypedDict):
    next: Union[str, None]
    """Absolute URL of older entries."""
    results: List[AuditEntry]


class AvailableNumber(TypedDict):
    """A number that can be added to an account."""
    id: str
    phoneNumber: str
    """Digits without plus, as in all requests and responses. Events have the same number with a plus."""


class BulkReplayWebhooksItem(TypedDict):
    webhookId: str
    webhookName: str
    count: int
    """Deliveries to replay. At most 10,000 are counted for all webhooks, an equal share for each."""
    orMore: bool
    """Whether there may be more than were counted."""
    refusal: Literal["disabled", "running", None]
    """Why nothing is replayed: the webhook is disabled, or another replay is running."""
    replay: Union[Replay, None]
    """The started replay; null with `dryRun` or a refusal."""


class BulkReplay(TypedDict):
    """The webhooks with failed deliveries in the range."""
    webhooks: List[BulkReplayWebhooksItem]


class _BulkReplayInputRequired(TypedDict):
    since: str


class BulkReplayInput(_BulkReplayInputRequired, total=False):
    """The failed deliveries to replay."""
    until: Union[str, None]
    """Inclusive end of the failures, at the latest the current time."""
    event: Union[EventName, None]
    """Only this event. Without it, all events but `test.ping`."""
    webhookId: Union[str, None]
    """Without it, all webhooks."""
    dryRun: Union[bool, None]
    """Whether to count the deliveries only."""


class BusinessNumberAccount(TypedDict):
    id: str
    name: str


class BusinessNumber(TypedDict):
    """A business number with its default routing."""
    id: str
    number: str
    """Digits without plus, as in all requests and responses. Events have the same number with a plus."""
    msgPhoneNumberId: str
    """The provider's id of the number."""
    account: Union[BusinessNumberAccount, None]
    """Null for the sandbox number, which has no account."""
    activeAgent: Union[BusinessNumberAccount, None]
    """The connected agent."""
    defaultRouting: Literal["agent", "webhook", "sandbox", None]
    """Applies to conversations without a routing override. Null: messages are only stored."""
    defaultWebhook: Union[BusinessNumberAccount, None]
    isSandbox: bool
    health: NumberHealth


class BusinessNumberPage(TypedDict):
    """A page of a list."""
    count: int
    """Number of items in the whole list."""
    next: Union[str, None]
    """Absolute URL of the next page."""
    previous: Union[str, None]
    """Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only."""
    results: List[BusinessNumber]


class _ButtonInputQuickReplyRequired(TypedDict):
    type: Literal["quick_reply"]
    text: str


class ButtonInputQuickReply(_ButtonInputQuickReplyRequired, total=False):
    quickReplyId: Union[str, None]
    """Returned when the customer taps the button. Defaults to the text."""


class ButtonInputUrl(TypedDict):
    type: Literal["url"]
    text: str
    url: str


ButtonInput: TypeAlias = "Union[ButtonInputQuickReply, ButtonInputUrl]"
"""A button to send."""


class ButtonsInputText(TypedDict):
    body: str


class _ButtonsInputRequired(TypedDict):
    type: Literal["buttons"]
    text: ButtonsInputText
    buttons: List[ButtonInput]
    """Up to three `quick_reply` buttons, or a single `url` button. Their texts differ, and so do their `quickReplyId`s."""


class ButtonsInput(_ButtonsInputRequired, total=False):
    """A text with buttons to send."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


class EnvelopeMessage(TypedDict):
    id: str
    waId: str
    """The provider's message id."""
    body: str
    """Text, caption or button title, or an empty string."""
    media: List[EnvelopeMessageMediaItem]
    buttons: List[EnvelopeMessageButtonsItem]


class MessageContent(TypedDict, total=False):
    type: str
    """The provider's type, such as `text`, `image`, `button`, `interactive` or `location`. The list is open: a new type has at least `id`, `waId` and `type`."""
    replyToWaId: str
    """The `waId` of the message that this one quotes, or whose button the customer tapped."""
    location: MessageLocation
    """For the type `location`."""
    contacts: List[MessageContact]
    """For the type `contacts`."""
    order: MessageOrder
    """For the type `order`."""
    reaction: MessageReaction
    """For the type `reaction`."""
    edit: MessageReference
    """For the type `edit`: the message that the customer edited. `body` is its new text."""
    revoke: MessageReference
    """For the type `revoke`: the message that the customer deleted."""
    nfmReply: FormReply
    """For the type `interactive`: a form that the customer completed."""
    unsupported: MessageUnsupported
    """For the type `unsupported`: a message that the provider cannot pass on, such as a poll."""
    details: Dict[str, Any]
    """What the customer’s message says beyond the other fields, with the provider’s names in camel case: `context.referredProduct`, `context.forwarded`, `listReply.description`, `document.filename`, `callPermissionReply`, `contacts[].origin`, `standby` for a message that another agent on the number answers … Of a message of the business: `messageStatus`, if the provider holds it, and `payment`, the state of the customer’s payment of an order. The field is open, and absent if there is nothing."""


class CallMissedEventMessage(EnvelopeMessage, MessageContent):
    pass


_CallMissedEventKeywords = TypedDict("_CallMissedEventKeywords", {"from": "str"})


class CallMissedEvent(_CallMissedEventKeywords):
    event: Literal["call.missed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: CallMissedEventMessage
    conversationId: str


class _ConnectAgentInputRequired(TypedDict):
    agentId: str


class ConnectAgentInput(_ConnectAgentInputRequired, total=False):
    """The agent to connect to a number by default."""
    applyToExisting: Union[bool, None]
    """Whether to overwrite `activeAgent` of every existing conversation of the number, which ends its session. Routing overrides are kept."""


class _ContactsInputContactsItemNameRequired(TypedDict):
    formattedName: str


class ContactsInputContactsItemName(_ContactsInputContactsItemNameRequired, total=False):
    firstName: Union[str, None]
    middleName: Union[str, None]
    lastName: Union[str, None]
    prefix: Union[str, None]
    suffix: Union[str, None]


class ContactsInputContactsItemPhonesItem(TypedDict, total=False):
    phone: Union[str, None]
    waId: Union[str, None]
    type: Union[str, None]


class ContactsInputContactsItemEmailsItem(TypedDict, total=False):
    email: Union[str, None]
    type: Union[str, None]


class ContactsInputContactsItemAddressesItem(TypedDict, total=False):
    street: Union[str, None]
    city: Union[str, None]
    state: Union[str, None]
    zip: Union[str, None]
    country: Union[str, None]
    countryCode: Union[str, None]
    type: Union[str, None]


class ContactsInputContactsItemOrg(TypedDict, total=False):
    company: Union[str, None]
    department: Union[str, None]
    title: Union[str, None]


class ContactsInputContactsItemUrlsItem(TypedDict, total=False):
    url: Union[str, None]
    type: Union[str, None]


class _ContactsInputContactsItemRequired(TypedDict):
    name: ContactsInputContactsItemName


class ContactsInputContactsItem(_ContactsInputContactsItemRequired, total=False):
    phones: Union[List[ContactsInputContactsItemPhonesItem], None]
    emails: Union[List[ContactsInputContactsItemEmailsItem], None]
    addresses: Union[List[ContactsInputContactsItemAddressesItem], None]
    org: Union[ContactsInputContactsItemOrg, None]
    urls: Union[List[ContactsInputContactsItemUrlsItem], None]
    birthday: Union[str, None]


class _ContactsInputRequired(TypedDict):
    type: Literal["contacts"]
    contacts: List[ContactsInputContactsItem]


class ContactsInput(_ContactsInputRequired, total=False):
    """Contact cards to send."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


_ControlChangedEventKeywords = TypedDict("_ControlChangedEventKeywords", {"from": "str"})


class ControlChangedEvent(_ControlChangedEventKeywords):
    event: Literal["conversation.control_changed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    control: Literal["service", "other_agent"]
    """Who answers the customer from then on."""
    before: Literal["service", "other_agent"]
    """Who answered before, as far as it was known."""
    metadata: str
    """What the one says who passed or took the control, as the provider reports it; empty if it says nothing."""


class _ControlInputRequired(TypedDict):
    action: Literal["take", "pass"]
    """`take`: this service answers. `pass`: another agent on the number answers."""


class ControlInput(_ControlInputRequired, total=False):
    """A change of who answers a conversation."""
    to: Literal["agent", "partner", None]
    """For `pass`: the agent of the provider, or the partner to whom that agent passes difficult conversations. Defaults to `agent`."""
    metadata: Union[str, None]
    """What the other one should know. The provider passes it on unchanged."""


class _ConversationContactRequired(TypedDict):
    id: str
    """The customer: stays the same for every number, user id and spelling."""
    phoneNumber: str
    """An empty string if the customer shares no number."""
    name: str


class ConversationContact(_ConversationContactRequired, total=False):
    userId: str
    """The provider's user id, which is new with each number of the customer. Absent without one."""
    username: str
    """The name that the customer has chosen; another customer may have it later. Absent without one."""


class _ConversationRequired(TypedDict):
    id: str
    contact: ConversationContact
    activeAgent: str
    """The id of the agent that answers, or an empty string without one. A deleted agent is not shown."""
    msgNumber: str
    """The business number of the conversation: digits without plus. Events have it with a plus."""
    chatWindowRemainingTime: str
    """Seconds left in the service window, as a string of digits; `0` if it is closed."""
    lastMessage: str
    """The text of the last message."""
    isHumanTakeover: str
    """`true` or `false`."""
    active: str
    """`true` if the service window is open, otherwise `false`."""
    routing: Literal["agent", "webhook", None]
    """The routing override; null if the number's `defaultRouting` applies."""
    webhookId: str
    """The webhook that receives the messages, or an empty string without one. A deleted webhook is not shown."""
    routingOverride: str
    """`true` if the conversation has a routing override, otherwise `false`."""
    activeSupportHandoff: str
    """JSON: why the agent asked for a person, `{"id", "reason", "summary", "agentId", "since"}`. The agent is silent until handback, or until another agent is connected. An empty string if it did not ask."""
    supportHandoffs: str
    """JSON: the latest five times that an agent asked for a person, oldest first, `[{"id", "reason", "agentId", "since", "endedAt"}]`; `endedAt` is the time of the handback or of the connection of another agent, or null. An empty string if no agent asked."""
    commerceCustomer: str
    latestReferral: Union[Referral, None]


class Conversation(_ConversationRequired, total=False):
    """A conversation with one customer on one business number."""
    control: Literal["service", "other_agent"]
    """Who answers the customer: `service`, with its agents and people, or `other_agent`, another agent on the number. Absent if no other agent ever answered."""


class ConversationEndedEventUsd(TypedDict):
    """What the session cost in USD, each part a decimal with six places."""
    provider: Union[str, None]
    """What the messaging provider charges for delivered messages, as far as its rates are known. Null if no price is known."""
    model: str
    """The price of the models, as far as their prices are known."""
    aws: str
    """What AWS charges, estimated by measured costs of a message and of a reply."""


_ConversationEndedEventKeywords = TypedDict("_ConversationEndedEventKeywords", {"from": "str"})


class ConversationEndedEvent(_ConversationEndedEventKeywords):
    event: Literal["conversation.ended"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    summary: str
    """One or two sentences of the model. Empty if it did not respond."""
    outcome: Dict[str, Any]
    """The values of the agent's `outcomeKeys`, by key; their initial value, or null, if it is not known."""
    endedBy: Literal["agent", "person", "nobody"]
    """Who wrote last: `agent` or `person`, or `nobody` if the customer wrote last."""
    messages: int
    """Messages of the session, in both directions."""
    tokens: int
    """Tokens that models read and wrote for the session."""
    usd: ConversationEndedEventUsd
    """What the session cost in USD, each part a decimal with six places."""


class ConversationInput(TypedDict, total=False):
    """The contact and the number of a conversation to start."""
    toNumber: Union[str, None]
    """Phone number of the contact, `contact.id`, or `user:` and a user id."""
    fromNumber: Union[str, None]
    """Business number to send from. Defaults to the organisation's only number, or to the agent's."""
    agentId: Union[str, None]
    """The agent to start with."""
    phoneNumber: str
    """Use toNumber. Ignored if toNumber is set."""
    message: Union[TemplateMessageInput, None]
    """A template to send immediately."""
    requireOpenWindow: Union[bool, None]
    """Refuses the call with the code `window_closed` if only templates can be sent to the contact. Then it creates nothing."""
    memory: Union[Dict[str, Any], None]
    """What the agent of the conversation remembers of the contact from now on."""


class ConversationPage(TypedDict):
    """A page of a list."""
    count: int
    """Number of items in the whole list."""
    next: Union[str, None]
    """Absolute URL of the next page."""
    previous: Union[str, None]
    """Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only."""
    results: List[Conversation]


class CustomerConversationsItem(TypedDict):
    id: str
    msgNumber: str
    isSandbox: bool
    messages: float
    """May differ slightly from the number of stored messages."""


class Customer(TypedDict):
    """A customer on all numbers of the organisation."""
    name: str
    """An empty string without a conversation."""
    id: str
    """`contact.id`, or an empty string if nothing is stored of the customer."""
    names: List[CustomerName]
    """The names that the customer has and had, the newest first, and what showed each."""
    optedOut: bool
    """Whether the customer refuses marketing. Set by this API, by the customer in the channel, and by a message that is one of the words of the setting `optOutWords`."""
    conversations: List[CustomerConversationsItem]
    memory: List[CustomerMemory]
    """What agents remember, except in trials on the sandbox number and of deleted agents."""
    memories: float
    """The number of all values that agents remember."""
    lastMerge: Union[CustomerMerge, None]
    """The last merge of a member that can be undone; null without one."""


class CustomerChangedEventBefore(TypedDict):
    """The customer before the change."""
    id: str
    """`contact.id` of the customer."""
    names: List[CustomerName]
    """The names that the customer has at that time."""


_CustomerChangedEventKeywords = TypedDict("_CustomerChangedEventKeywords", {"from": "str"})


class CustomerChangedEvent(_CustomerChangedEventKeywords):
    event: Literal["customer.changed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    """A conversation of the customer: the one in which the change was seen, if it was in one."""
    before: CustomerChangedEventBefore
    """The customer before the change."""
    after: CustomerChangedEventBefore
    """The same customer after it."""
    why: NameEvidence
    merged: List[CustomerNames]
    """The customers who turned out to be this one, with the names that they had. Their ids lead to this customer. Empty for other changes."""
    separated: List[CustomerNames]
    """The customers who are no longer this one, because a member undid the merge, with the names that they have. Their ids lead to them again. Empty for other changes."""


class CustomerErasure(TypedDict):
    """A step of the erasure of a customer."""
    erased: Dict[str, float]
    """The number of erased records by type."""
    kept: Dict[str, float]
    """The number of records that stay, by type. `optOuts`: the customer refuses marketing, which is kept under a keyed hash of the phone number, without an end, so that no later template of the category MARKETING reaches them. A new consent of the customer replaces it."""
    waitSeconds: float
    """Send the next step after this time: requests and replies that began before the first step may still write."""
    next: Union[str, None]
    """The cursor of the next step; null after the last one."""


class CustomerExpectation(TypedDict, total=False):
    """What is expected of a conversation with a simulated customer."""
    reaches: Union[bool, None]
    """Whether the customer must reach the goal. `false` for a customer who must not, such as an attacker."""
    doesNotSay: Union[str, List[str], None]
    """Texts that no reply may contain, in any case."""
    callsInOrder: Union[str, List[str], None]
    """Names of tools that must be called in this order. Other calls may be between them."""
    neverCalls: Union[str, List[str], None]
    """Names of tools that must not be called."""
    endsWith: Literal["goal_reached", "gave_up", "turns", "handed_over", None]
    """How the conversation must end."""
    maxUsd: Union[float, None]
    """What the agent may use in a conversation."""


class CustomerExportRecordsItem(TypedDict):
    type: str


class CustomerExport(TypedDict):
    """A step of the export of a customer."""
    records: List[CustomerExportRecordsItem]
    """Each is one line of the export."""
    next: Union[str, None]
    """The cursor of the next step; null after the last one."""


class CustomerInput(TypedDict, total=False):
    """What to change about a customer."""
    name: Union[str, None]
    """Replaces the name of the customer’s profile in all conversations. Requires a conversation."""
    optedOut: Union[bool, None]
    """Whether the customer refuses marketing. Set by this API, by the customer in the channel, and by a message that is one of the words of the setting `optOutWords`."""
    memory: Union[List[CustomerMemory], None]
    """Values that are not sent stay."""


class CustomerMemory(TypedDict):
    """What one agent remembers of a customer."""
    agentId: str
    values: Dict[str, Any]
    """Values by the names of the agent's memory keys, of the types of the keys. null forgets a value. Each has at most 4 KB as JSON."""


class CustomerMerge(TypedDict):
    """A merge of two customers by a member."""
    id: str
    """`contact.id` of the customer who was merged into this one."""
    mergedAt: str
    undoUntil: str
    """30 days after the merge."""


class CustomerMergeInput(TypedDict):
    """The customer to merge."""
    other: str
    """The customer to merge into this one: `contact.id`, a phone number in any spelling, or `user:` and a user id."""


class CustomerMergePreviewConversationsItem(TypedDict):
    id: str
    msgNumber: str
    messages: float
    notes: float
    """The notes of members in it."""
    continuesIn: Union[str, None]
    """The conversation with the same number that gets its messages and notes; null if there is none, so that it stays as it is."""
    windowUntil: Union[str, None]
    """When the service window closes after the merge. Null if it is closed, or the channel has none."""


class CustomerMergePreviewMemoryItem(TypedDict):
    agentId: str
    key: str
    value: Any
    """The value that stays: the newer one."""
    replaced: Any
    """The older value of the other one of the two; null if only one has a value."""
    of: Literal["customer", "other"]
    """Whose value stays."""


class CustomerMergePreview(TypedDict):
    """What a merge of two customers would change."""
    customer: CustomerChangedEventBefore
    """The customer who remains."""
    other: CustomerChangedEventBefore
    """The customer who becomes part of the one who remains."""
    conversations: List[CustomerMergePreviewConversationsItem]
    """The conversations of the other customer."""
    memory: List[CustomerMergePreviewMemoryItem]
    """What agents remember of the other customer, and what stays of it."""
    optedOut: bool
    """Whether the customer refuses marketing after the merge: if one of the two does."""
    undoUntil: str
    """Until when the merge could be undone if it were made now."""


_CustomerNameKeywords = TypedDict("_CustomerNameKeywords", {"from": "str"})


class CustomerName(_CustomerNameKeywords):
    """A name of a customer. It belongs to one customer at a time."""
    kind: Literal["phone", "user_id", "parent_user_id", "username"]
    value: str
    """As the provider writes it; a phone number in digits without plus."""
    until: Union[str, None]
    """The last moment of a name that the customer has left, or null."""
    evidence: NameEvidence
    endedBy: Union[NameEvidence, None]
    """What showed the end; null without one."""


class CustomerNames(TypedDict):
    """A customer and the names that they have."""
    id: str
    """`contact.id` of the customer."""
    names: List[CustomerName]
    """The names that the customer has at that time."""


class CustomerResult(TypedDict):
    persona: str
    goal: str
    runs: int
    reachedRuns: int
    passedRuns: int
    passed: bool
    """Whether at least `mustPass` runs passed."""
    passPower: List[float]
    """pass^k for k = 1 to the number of runs: the estimated probability that k runs all pass."""


class DeliveryAttempt(TypedDict):
    at: str
    durationMs: float
    status: Union[float, None]
    """Null if there was no response."""
    cause: Literal["dns", "refused", "tls", "timeout", "reset", "invalid_response", "blocked_address", "redirect", "client_error", "server_error", "gone", "webhook_disabled", None]
    """Why the attempt failed; null if it succeeded."""
    explanation: str
    """The result, in one sentence."""
    fix: Union[str, None]
    """How to fix a failure; null after a success."""
    requestHeaders: Dict[str, str]
    """The headers as sent, without signatures of a secret that was rotated. Headers of the webhook are masked, and absent if they were changed since."""
    signaturesShown: bool
    """False if the secret was rotated after the attempt."""
    responseHeaders: Dict[str, str]
    """At most 1 KB. A successful attempt may have fewer headers, to limit the cost of its record."""
    responseBody: str
    responseBodyCut: bool
    """Whether the stored body is truncated."""
    responseBodyLate: bool
    """Whether the body was incomplete after 10 seconds. Does not affect the result."""


class DeliveryHour(TypedDict):
    """Results of a webhook's deliveries that were created in one hour."""
    hour: str
    """Start of the hour."""
    delivered: int
    failed: int
    pending: int


class DeployAgentInput(TypedDict):
    """The agent to connect, and the number."""
    agentId: str
    phoneNumberId: str
    """The `id` of one of the account's numbers."""


class _DocumentDeclarationRequired(TypedDict):
    name: str
    """Includes the file extension."""
    size: int
    """In bytes."""
    contentType: str


class DocumentDeclaration(_DocumentDeclarationRequired, total=False):
    """A document that is uploaded directly to storage."""
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-15", "koi8-r", "koi8-u", "macintosh", "ibm866", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "big5", "euc-kr", None]
    """Of a text file. The service detects it if it is absent."""


class _DocumentFormRequired(TypedDict):
    file: File


class DocumentForm(_DocumentFormRequired, total=False):
    """A document as a form."""
    name: Union[str, None]
    """Defaults to the name of the file."""
    encoding: Literal["utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-15", "koi8-r", "koi8-u", "macintosh", "ibm866", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "big5", "euc-kr", None]
    """Of a text file. The service detects it if it is absent."""


class EnvelopeMessageMediaItem(TypedDict):
    url: str
    mimeType: str


class _EnvelopeMessageButtonsItemRequired(TypedDict):
    type: str
    text: str


class EnvelopeMessageButtonsItem(_EnvelopeMessageButtonsItemRequired, total=False):
    url: str
    quickReplyId: str


class _ErrorBodyRequired(TypedDict):
    error: str
    """A readable description of the error and what to do."""
    code: Literal["validation_error", "invalid_json", "authentication_failed", "permission_denied", "not_found", "method_not_allowed", "conflict", "number_restricted", "opted_out", "window_closed", "payload_too_large", "unsupported_media_type", "server_error", "upstream_error"]


class ErrorBody(_ErrorBodyRequired, total=False):
    """The body of every error except 429. Only errors with the codes `validation_error` and `payload_too_large` can have `details`."""
    reason: Literal["changed_concurrently", "idempotency_key_in_progress", "idempotency_key_reused", "later_merge", "limit_reached", "outcome_known", "outcome_pending", "proof_required", "reading_in_progress", "replay_running", "response_not_stored", "template_not_ready", "trial_in_progress", "undo_in_progress", "number_disconnected", "webhook_deleted", "webhook_disabled"]
    """Why the request conflicts with the current state. Some errors with the code `conflict` have it."""
    until: Union[str, None]
    """When a restriction of the number ends by itself, of errors with the code `number_restricted`. Null if it does not."""
    details: List[ErrorDetail]


class ErrorDetail(TypedDict):
    """An invalid field and the reason."""
    path: str
    message: str


EventName: TypeAlias = "Literal[\"message.received\", \"test.ping\", \"subscription.message.received\", \"subscription.activated\", \"subscription.revoked\", \"subscription.service_window.expiring\", \"subscription.service_window.closed\", \"conversation.human_needed\", \"conversation.ended\", \"conversation.control_changed\", \"call.missed\", \"number.health\", \"customer.changed\", \"message.sent\", \"agent.regressed\", \"message.status.sent\", \"message.status.delivered\", \"message.status.read\", \"message.status.failed\"]"


class _ExamCustomersItemExpectRequired(TypedDict):
    reaches: bool
    doesNotSay: List[str]
    callsInOrder: List[str]
    neverCalls: List[str]


class ExamCustomersItemExpect(_ExamCustomersItemExpectRequired, total=False):
    endsWith: Literal["goal_reached", "gave_up", "turns", "handed_over"]
    maxUsd: float


class _ExamCustomersItemRequired(TypedDict):
    persona: str
    goal: str
    knows: Any
    mustNotReveal: List[str]
    moods: List[Literal["short", "angry", "voice_note", "picture", "changes_mind"]]
    says: List[str]
    turns: int
    expect: ExamCustomersItemExpect


class ExamCustomersItem(_ExamCustomersItemRequired, total=False):
    """A simulated customer of an exam. The fields are those of a proof."""
    language: str
    tools: Dict[str, Any]


class ExamLast(TypedDict):
    """The result of an exam."""
    proofId: str
    """The proof with its conversations."""
    at: str
    passed: Union[bool, None]
    drops: List[ExamDrop]
    """What was worse than in the exam before."""


class Exam(TypedDict):
    """The nightly exam of an agent."""
    enabled: bool
    """Whether the exam takes place every night."""
    hour: float
    """The hour of the day in UTC, 0 to 23."""
    customers: List[ExamCustomersItem]
    """Simulated customers who write to the published agent."""
    tools: Union[Literal["live_read_only"], Dict[str, Any]]
    """Results by the name of the tool, or `live_read_only`, as of a proof."""
    runs: float
    """How often each customer is played."""
    mustPass: Union[float, None]
    """How many runs of each customer must pass; null for all."""
    sample: float
    """How many conversations of the last 24 hours are judged, chosen by chance. They are judged as they were: no model of the agent is called."""
    criteria: List[str]
    """What the replies must meet, in plain words. A model judges each conversation by each of them."""
    dropPoints: float
    """A criterion that is met less often by this many percentage points than in the last exam is a drop."""
    maxUsd: float
    """The exam stops when it has used this much."""
    nextAt: Union[str, None]
    """When the next exam takes place; null if it is off."""
    estimate: ExamEstimate
    last: Union[ExamLast, None]
    """The last exam that ran to its end."""


class ExamDropBefore(TypedDict):
    """Runs that passed, or conversations that met it, in the last exam."""
    count: int
    of: int
    low: float
    high: float


class ExamDrop(TypedDict):
    """What was worse than in the exam before: a customer who no longer passes, or a criterion."""
    kind: Literal["customer", "criterion"]
    name: str
    """The goal of the customer, or the criterion."""
    before: ExamDropBefore
    """Runs that passed, or conversations that met it, in the last exam."""
    now: Share


class ExamEstimate(TypedDict):
    """What an exam with these settings costs."""
    conversations: int
    """Conversations of an exam: customers with their runs, and the sample."""
    usd: Union[float, None]
    """What an exam costs, at most `maxUsd`; null if the price of a model is not known."""
    usdPerMonth: Union[float, None]
    """What 30 of them cost."""
    basis: Literal["last_exam", "assumed"]
    """`last_exam`: what a conversation cost in the last exam. `assumed`: 4,000 tokens for each message of the agent, 1,500 for each one of the customer and for each judgement."""


class _ExamInputRequired(TypedDict):
    enabled: bool
    """Whether the exam takes place every night."""


class ExamInput(_ExamInputRequired, total=False):
    """The nightly exam of an agent."""
    hour: Union[int, None]
    """The hour of the day in UTC."""
    customers: Union[List[SimulatedCustomer], None]
    """Simulated customers who write to the published agent."""
    tools: Union[Literal["live_read_only"], Dict[str, Any], None]
    runs: Union[int, None]
    """How often each customer is played. An exam has at most 200 conversations."""
    mustPass: Union[int, None]
    """How many runs of each customer must pass; null for all."""
    sample: Union[int, None]
    """How many conversations of the last 24 hours are judged by the criteria."""
    criteria: Union[str, List[str], None]
    """What the replies must meet, in plain words."""
    dropPoints: Union[int, None]
    """Percentage points by which a criterion must fall to be a drop."""
    maxUsd: Union[float, None]
    """The exam stops when it has used this much, as far as prices of models are known."""


class _FormReplyRequired(TypedDict):
    responseJson: str
    """The completed form as a JSON text."""


class FormReply(_FormReplyRequired, total=False):
    name: str
    body: str


class Guardrails(TypedDict):
    """The scores, from 0 to 1, from which a text is stopped and a person is asked for; null: the check is not made. `contentFilter` checks what customers and the agent write, `promptAttack` what customers write and tools return, `sensitiveInformation` what the agent writes. Without effect on a deployment without guardrails."""
    contentFilter: Union[float, None]
    promptAttack: Union[float, None]
    sensitiveInformation: Union[float, None]


class HandbackInputContact(TypedDict):
    phoneNumber: str
    """The number of the conversation's contact, or an empty string."""
    name: str


class HandbackInput(TypedDict):
    """The contact of a conversation that is handed back."""
    contact: HandbackInputContact


class HandedBackConversation(TypedDict):
    """A conversation after handback."""
    id: str
    contact: HandbackInputContact
    activeAgent: str
    """The id of the agent that answers, or an empty string without one. A deleted agent is not shown."""
    chatWindowRemainingTime: str
    """Seconds left in the service window, as a string of digits; `0` if it is closed."""
    lastMessage: str
    """The text of the last message."""
    isHumanTakeover: str
    """`true` or `false`."""
    active: str
    """`true` if the service window is open, otherwise `false`."""


class Health(TypedDict):
    """The service is available."""
    status: Literal["ok"]


_HumanNeededEventKeywords = TypedDict("_HumanNeededEventKeywords", {"from": "str"})


class HumanNeededEvent(_HumanNeededEventKeywords):
    event: Literal["conversation.human_needed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    reason: str
    """Why a person is needed, in the words of the agent."""
    summary: str
    """What the customer wants. Empty if the agent failed to answer."""
    since: str
    """Since when the customer waits for a person."""


class InteractiveAddressBody(TypedDict):
    text: str


class InteractiveAddressFooter(TypedDict):
    text: str


class InteractiveAddressActionParameters(TypedDict):
    country: str
    """The code of a country. The provider supports India."""


class InteractiveAddressAction(TypedDict):
    name: Literal["address_message"]
    parameters: InteractiveAddressActionParameters


class _InteractiveAddressRequired(TypedDict):
    type: Literal["address_message"]
    body: InteractiveAddressBody
    action: InteractiveAddressAction


class InteractiveAddress(_InteractiveAddressRequired, total=False):
    """A request for a postal address."""
    footer: Union[InteractiveAddressFooter, None]


class InteractiveButtonsHeaderText(TypedDict):
    type: Literal["text"]
    text: str


class InteractiveButtonsHeaderImage(TypedDict):
    type: Literal["image"]
    image: InteractiveFile


class InteractiveButtonsHeaderVideo(TypedDict):
    type: Literal["video"]
    video: InteractiveFile


class InteractiveButtonsHeaderGifGif(TypedDict, total=False):
    """An MP4 video, which the phone plays again and again without sound."""
    link: Union[str, None]
    """The provider downloads the file from this URL."""
    id: Union[str, None]
    """The provider's id of an uploaded file."""


class InteractiveButtonsHeaderGif(TypedDict):
    type: Literal["gif"]
    gif: InteractiveButtonsHeaderGifGif
    """An MP4 video, which the phone plays again and again without sound."""


class InteractiveButtonsHeaderDocument(TypedDict):
    type: Literal["document"]
    document: InteractiveDocument


class InteractiveButtonsActionButtonsItemReply(TypedDict):
    id: str
    title: str


class InteractiveButtonsActionButtonsItem(TypedDict):
    type: Literal["reply"]
    reply: InteractiveButtonsActionButtonsItemReply


class InteractiveButtonsAction(TypedDict):
    buttons: List[InteractiveButtonsActionButtonsItem]


class _InteractiveButtonsRequired(TypedDict):
    type: Literal["button"]
    body: InteractiveAddressBody
    action: InteractiveButtonsAction


class InteractiveButtons(_InteractiveButtonsRequired, total=False):
    """Up to three buttons to tap."""
    header: Union[Union[InteractiveButtonsHeaderText, InteractiveButtonsHeaderImage, InteractiveButtonsHeaderVideo, InteractiveButtonsHeaderGif, InteractiveButtonsHeaderDocument], None]
    footer: Union[InteractiveAddressFooter, None]


class InteractiveCallActionParameters(TypedDict, total=False):
    display_text: Union[str, None]
    ttl_minutes: Union[int, None]
    """How long the button works."""
    payload: Union[str, None]


class _InteractiveCallActionRequired(TypedDict):
    name: Literal["voice_call"]


class InteractiveCallAction(_InteractiveCallActionRequired, total=False):
    parameters: Union[InteractiveCallActionParameters, None]


class InteractiveCall(TypedDict):
    """A button with which the customer calls the business."""
    type: Literal["voice_call"]
    body: InteractiveAddressBody
    action: InteractiveCallAction


class InteractiveCallPermissionAction(TypedDict):
    name: Literal["call_permission_request"]


class _InteractiveCallPermissionRequired(TypedDict):
    type: Literal["call_permission_request"]
    action: InteractiveCallPermissionAction


class InteractiveCallPermission(_InteractiveCallPermissionRequired, total=False):
    """A request for the permission to call the customer. The answer is in `details.callPermissionReply`."""
    body: Union[InteractiveAddressBody, None]


class InteractiveCarouselActionCardsItemBody(TypedDict):
    text: str


class InteractiveCarouselActionCardsItemActionCtaUrlParameters(TypedDict):
    display_text: str
    url: str


class InteractiveCarouselActionCardsItemActionCtaUrl(TypedDict):
    name: Literal["cta_url"]
    parameters: InteractiveCarouselActionCardsItemActionCtaUrlParameters


class InteractiveCarouselActionCardsItemAction2ButtonsItem(TypedDict):
    type: Literal["quick_reply"]
    quick_reply: InteractiveButtonsActionButtonsItemReply


class InteractiveCarouselActionCardsItemAction2(TypedDict):
    buttons: List[InteractiveCarouselActionCardsItemAction2ButtonsItem]


class _InteractiveCarouselActionCardsItemRequired(TypedDict):
    card_index: int
    header: Union[InteractiveButtonsHeaderImage, InteractiveButtonsHeaderVideo]
    action: Union[InteractiveCarouselActionCardsItemActionCtaUrl, InteractiveCarouselActionCardsItemAction2]


class InteractiveCarouselActionCardsItem(_InteractiveCarouselActionCardsItemRequired, total=False):
    type: Literal["cta_url", "quick_reply", None]
    """The kind of its buttons, the same in all cards."""
    body: Union[InteractiveCarouselActionCardsItemBody, None]


class InteractiveCarouselAction(TypedDict):
    cards: List[InteractiveCarouselActionCardsItem]


class InteractiveCarousel(TypedDict):
    """Two to ten cards with a picture or a video, and a link or quick replies each."""
    type: Literal["carousel"]
    body: InteractiveAddressBody
    action: InteractiveCarouselAction


class InteractiveCatalogActionParameters(TypedDict, total=False):
    thumbnail_product_retailer_id: Union[str, None]


class _InteractiveCatalogActionRequired(TypedDict):
    name: Literal["catalog_message"]


class InteractiveCatalogAction(_InteractiveCatalogActionRequired, total=False):
    parameters: Union[InteractiveCatalogActionParameters, None]


class _InteractiveCatalogRequired(TypedDict):
    type: Literal["catalog_message"]
    body: InteractiveAddressBody
    action: InteractiveCatalogAction


class InteractiveCatalog(_InteractiveCatalogRequired, total=False):
    """A button that opens the catalogue."""
    footer: Union[InteractiveAddressFooter, None]


class InteractiveContactRequestAction(TypedDict):
    name: Literal["request_contact_info"]


class InteractiveContactRequest(TypedDict):
    """A request for the phone number of a customer who hides it. The answer is a message with `contacts` of the origin `contact_request`, whose number becomes one of the customer."""
    type: Literal["request_contact_info"]
    body: InteractiveAddressBody
    action: InteractiveContactRequestAction


class InteractiveDocument(TypedDict, total=False):
    link: Union[str, None]
    """The provider downloads the file from this URL."""
    id: Union[str, None]
    """The provider's id of an uploaded file."""
    filename: Union[str, None]
    """The name that the customer sees. Defaults to that in the URL."""


class InteractiveFile(TypedDict, total=False):
    link: Union[str, None]
    """The provider downloads the file from this URL."""
    id: Union[str, None]
    """The provider's id of an uploaded file."""


class InteractiveFlowActionParametersFlowActionPayload(TypedDict, total=False):
    screen: Union[str, None]


class _InteractiveFlowActionParametersRequired(TypedDict):
    flow_message_version: str
    flow_cta: str


class InteractiveFlowActionParameters(_InteractiveFlowActionParametersRequired, total=False):
    flow_id: Union[str, None]
    flow_name: Union[str, None]
    flow_token: Union[str, None]
    mode: Literal["draft", "published", None]
    flow_action: Literal["navigate", "data_exchange", None]
    flow_action_payload: Union[InteractiveFlowActionParametersFlowActionPayload, None]


class InteractiveFlowAction(TypedDict):
    name: Literal["flow"]
    parameters: InteractiveFlowActionParameters


class _InteractiveFlowRequired(TypedDict):
    type: Literal["flow"]
    body: InteractiveAddressBody
    action: InteractiveFlowAction


class InteractiveFlow(_InteractiveFlowRequired, total=False):
    """A button that opens a form."""
    header: Union[Union[InteractiveButtonsHeaderText, InteractiveButtonsHeaderImage, InteractiveButtonsHeaderVideo, InteractiveButtonsHeaderGif, InteractiveButtonsHeaderDocument], None]
    footer: Union[InteractiveAddressFooter, None]


class _InteractiveInputRequired(TypedDict):
    type: Literal["interactive"]
    interactive: InteractiveObject


class InteractiveInput(_InteractiveInputRequired, total=False):
    """A list, buttons, a link, a form, products, a catalogue, cards, an order, or a request for a location, a phone number, an address or a call to send."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


class _InteractiveLinkRequired(TypedDict):
    type: Literal["cta_url"]
    body: InteractiveAddressBody
    action: InteractiveCarouselActionCardsItemActionCtaUrl


class InteractiveLink(_InteractiveLinkRequired, total=False):
    """A button that opens a link."""
    header: Union[Union[InteractiveButtonsHeaderText, InteractiveButtonsHeaderImage, InteractiveButtonsHeaderVideo, InteractiveButtonsHeaderGif, InteractiveButtonsHeaderDocument], None]
    footer: Union[InteractiveAddressFooter, None]


class _InteractiveListActionSectionsItemRowsItemRequired(TypedDict):
    id: str
    title: str


class InteractiveListActionSectionsItemRowsItem(_InteractiveListActionSectionsItemRowsItemRequired, total=False):
    description: Union[str, None]


class _InteractiveListActionSectionsItemRequired(TypedDict):
    rows: List[InteractiveListActionSectionsItemRowsItem]


class InteractiveListActionSectionsItem(_InteractiveListActionSectionsItemRequired, total=False):
    title: Union[str, None]


class InteractiveListAction(TypedDict):
    button: str
    sections: List[InteractiveListActionSectionsItem]
    """At most 10 rows in total, with different ids. Two or more sections need titles."""


class _InteractiveListRequired(TypedDict):
    type: Literal["list"]
    body: InteractiveAddressBody
    action: InteractiveListAction


class InteractiveList(_InteractiveListRequired, total=False):
    """A list to select a row from."""
    header: Union[Union[InteractiveButtonsHeaderText, InteractiveButtonsHeaderImage, InteractiveButtonsHeaderVideo, InteractiveButtonsHeaderGif, InteractiveButtonsHeaderDocument], None]
    footer: Union[InteractiveAddressFooter, None]


class InteractiveLocationRequestAction(TypedDict):
    name: Literal["send_location"]


class InteractiveLocationRequest(TypedDict):
    """A request for a location to send."""
    type: Literal["location_request_message"]
    body: InteractiveAddressBody
    action: InteractiveLocationRequestAction


InteractiveObject: TypeAlias = "Union[InteractiveButtons, InteractiveList, InteractiveLink, InteractiveFlow, InteractiveProduct, InteractiveProducts, InteractiveLocationRequest, InteractiveContactRequest, InteractiveCallPermission, InteractiveCall, InteractiveCatalog, InteractiveAddress, InteractiveCarousel, InteractiveOrder]"
"""The provider's interactive object, with its names."""


class InteractiveOrderActionParametersTotalAmount(TypedDict):
    value: int
    offset: int


class InteractiveOrderActionParametersOrder(TypedDict):
    status: str


class InteractiveOrderActionParameters(TypedDict):
    reference_id: str
    type: Literal["digital-goods", "physical-goods"]
    currency: str
    total_amount: InteractiveOrderActionParametersTotalAmount
    order: InteractiveOrderActionParametersOrder


class InteractiveOrderAction(TypedDict):
    name: Literal["review_and_pay"]
    parameters: InteractiveOrderActionParameters


class _InteractiveOrderRequired(TypedDict):
    type: Literal["order_details"]
    body: InteractiveAddressBody
    action: InteractiveOrderAction


class InteractiveOrder(_InteractiveOrderRequired, total=False):
    """An order to review and pay. The provider defines the other parameters."""
    header: Union[Union[InteractiveButtonsHeaderImage, InteractiveButtonsHeaderDocument], None]
    footer: Union[InteractiveAddressFooter, None]


class InteractiveProductAction(TypedDict):
    catalog_id: str
    product_retailer_id: str


class _InteractiveProductRequired(TypedDict):
    type: Literal["product"]
    action: InteractiveProductAction


class InteractiveProduct(_InteractiveProductRequired, total=False):
    """One product of a catalogue."""
    body: Union[InteractiveAddressBody, None]
    footer: Union[InteractiveAddressFooter, None]


class InteractiveProductsActionSectionsItemProductItemsItem(TypedDict):
    product_retailer_id: str


class InteractiveProductsActionSectionsItem(TypedDict):
    title: str
    product_items: List[InteractiveProductsActionSectionsItemProductItemsItem]


class InteractiveProductsAction(TypedDict):
    catalog_id: str
    sections: List[InteractiveProductsActionSectionsItem]


class _InteractiveProductsRequired(TypedDict):
    type: Literal["product_list"]
    header: InteractiveButtonsHeaderText
    body: InteractiveAddressBody
    action: InteractiveProductsAction


class InteractiveProducts(_InteractiveProductsRequired, total=False):
    """Products of a catalogue, in sections."""
    footer: Union[InteractiveAddressFooter, None]


class LinkSession(TypedDict):
    """One run of the provider's signup by a customer."""
    id: str
    successUrl: str
    returnUrl: str
    status: Literal["PENDING", "SUCCESS", "FAILED", "EXPIRED"]
    """`EXPIRED` after 24 hours. All statuses except `PENDING` are final."""
    linkUrl: str
    """The page to open. It contains a one-time token; keep it secret. Empty for read-only API keys."""


class LinkSessionInput(TypedDict):
    """Where a link session redirects to."""
    successUrl: str
    """The https URL to redirect to after the account is connected."""
    returnUrl: str
    """The https URL to redirect to if the account is not connected."""


LinkStatus: TypeAlias = "Literal[\"DRAFT\", \"PENDING\", \"APPROVED\", \"REJECTED\", \"PAUSED\", \"DISABLED\"]"
"""The status of a template on one business account."""


class _LocationInputLocationRequired(TypedDict):
    latitude: float
    longitude: float


class LocationInputLocation(_LocationInputLocationRequired, total=False):
    name: Union[str, None]
    address: Union[str, None]


class _LocationInputRequired(TypedDict):
    type: Literal["location"]
    location: LocationInputLocation


class LocationInput(_LocationInputRequired, total=False):
    """A location to send."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


class McpConnector(TypedDict):
    """An MCP server that provides tools for agents. Header values are secrets and masked for read keys."""
    id: str
    name: str
    url: str
    headers: Dict[str, str]
    toolsWaiting: int
    """How many new or changed tools the server had at its last listing. Agents do not use them until a member approves them in the dashboard."""
    problems: List[ToolProblem]
    """What agents could not use when they last needed the tools, and why: the whole server, or tools that are left out."""


class _McpConnectorInputRequired(TypedDict):
    name: str
    url: str
    """http or https."""


class McpConnectorInput(_McpConnectorInputRequired, total=False):
    """An MCP server to store."""
    headers: Union[Dict[str, str], None]
    """Sent with every request to the server. Replaces the stored headers; a masked value keeps the stored value. If omitted, the stored headers are kept."""


class McpConnectorPage(TypedDict):
    """A page of a list."""
    count: int
    """Number of items in the whole list."""
    next: Union[str, None]
    """Absolute URL of the next page."""
    previous: Union[str, None]
    """Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only."""
    results: List[McpConnector]


class MeUser(TypedDict):
    """The owner of the API key."""
    id: str
    name: str
    role: Literal["admin", "member", "viewer"]
    """The role of the owner now. The API key may call what the owner may: operations for admins require `admin`, changes require `admin` or `member`."""


class MeRateLimit(TypedDict):
    """The limits of the API key. The service does not know how much of them is left."""
    requestsPerMinute: int
    """The average that the API key may send."""
    burst: int
    """Requests that it may send at once after a pause."""


class Me(TypedDict):
    """The caller of the API."""
    organization: BusinessNumberAccount
    user: MeUser
    """The owner of the API key."""
    apiKey: AgentRegressedEventAgent
    permission: Literal["full", "read"]
    """What the API key may do now: `full` reads and changes what the role of its owner allows, `read` only reads, without secrets. A key with the permission `full` has `read` while its owner is a viewer."""
    rateLimit: MeRateLimit
    """The limits of the API key. The service does not know how much of them is left."""


class _MediaInputMediaRequired(TypedDict):
    url: str
    """The provider downloads the file from this URL."""
    mimeType: str
    """Determines how the file is shown: image, video, audio or sticker (image/webp). Any other type is shown as a document."""


class MediaInputMedia(_MediaInputMediaRequired, total=False):
    caption: Union[str, None]
    """Not allowed with audio and stickers."""
    filename: Union[str, None]
    """The name that the customer sees of a document. Defaults to that in the URL."""
    voice: Union[bool, None]
    """Whether audio is shown as a voice message, which the customer plays in the chat. The provider requires OGG with the OPUS codec (audio/ogg). Ignored for other files."""


class _MediaInputRequired(TypedDict):
    type: Literal["media"]
    media: MediaInputMedia


class MediaInput(_MediaInputRequired, total=False):
    """A file to send."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


class _MessageTemplateRequired(TypedDict):
    name: str
    language: str
    variables: VariableValues


class MessageTemplate(_MessageTemplateRequired, total=False):
    components: List[TemplateComponent]
    """Parameters of the header and the buttons, and of the body instead of `variables`, as the provider expects them. At most 64 KB as JSON, nested at most 20 levels deep."""


class MessageUnsupported(TypedDict, total=False):
    """For the type `unsupported`: a message that the provider cannot pass on, such as a poll."""
    type: str


class MessageError(TypedDict):
    code: str
    message: str


class _MessageRequired(TypedDict):
    id: str
    direction: Literal["inbound", "outbound"]
    role: Literal["user", "assistant", "human"]
    """`user`: the customer. `assistant`: the agent. `human`: a person or an API client."""
    type: str
    """Outbound: the type that was sent. Inbound: the provider's type, such as `text`, `image`, `location`."""
    text: str
    """Text, caption or button title, or an empty string. For a template: the texts that the customer reads."""
    media: List[EnvelopeMessageMediaItem]
    buttons: List[EnvelopeMessageButtonsItem]
    template: Union[MessageTemplate, None]
    status: Literal["sent", "delivered", "read", "failed", None]
    """Null for inbound messages, and until the provider has accepted or rejected the message."""
    error: Union[MessageError, None]
    """Why the message failed. The code is `outcome_unknown` if the provider has not confirmed the message, and `marked_failed` if a person then marked it as not delivered."""
    waId: str
    """The provider's message id. Empty until the provider returns it."""
    createdAt: str


class Message(_MessageRequired, total=False):
    """A message of a conversation."""
    transcript: str
    """What a voice message says. Only after an agent has heard it."""
    replyToWaId: str
    """The `waId` of the message that this one quotes, or whose button the customer tapped."""
    location: MessageLocation
    """For the type `location`."""
    contacts: List[MessageContact]
    """For the type `contacts`."""
    order: MessageOrder
    """For the type `order`."""
    reaction: MessageReaction
    """For the type `reaction`."""
    edit: MessageReference
    """For the type `edit`: the message that the customer edited. `text` is its new text."""
    revoke: MessageReference
    """For the type `revoke`: the message that the customer deleted."""
    nfmReply: FormReply
    """For the type `interactive`: a form that the customer completed."""
    unsupported: MessageUnsupported
    """For the type `unsupported`: a message that the provider cannot pass on, such as a poll."""
    details: Dict[str, Any]
    """What the customer’s message says beyond the other fields, with the provider’s names in camel case: `context.referredProduct`, `context.forwarded`, `listReply.description`, `document.filename`, `callPermissionReply`, `contacts[].origin`, `standby` for a message that another agent on the number answers … Of a message of the business: `messageStatus`, if the provider holds it, and `payment`, the state of the customer’s payment of an order. The field is open, and absent if there is nothing."""
    interactive: Any
    """The object of a sent message of the type `interactive`."""
    replyTo: str
    """The id of the message that a sent message replies to."""
    pricing: MessagePricing
    """How the provider bills a sent message. Absent until it reports it."""
    usd: ConversationEndedEventUsd
    """What a sent message cost. The first message of a reply has the cost of its models. Absent for other messages that the provider has not reported as delivered."""


class MessageContactName(TypedDict, total=False):
    formattedName: str
    firstName: str
    middleName: str
    lastName: str
    prefix: str
    suffix: str


class MessageContactPhonesItem(TypedDict, total=False):
    phone: str
    waId: str
    type: str


class MessageContactEmailsItem(TypedDict, total=False):
    email: str
    type: str


class MessageContactAddressesItem(TypedDict, total=False):
    street: str
    city: str
    state: str
    zip: str
    country: str
    countryCode: str
    type: str


class MessageContactOrg(TypedDict, total=False):
    company: str
    department: str
    title: str


class MessageContactUrlsItem(TypedDict, total=False):
    url: str
    type: str


class MessageContact(TypedDict, total=False):
    name: MessageContactName
    phones: List[MessageContactPhonesItem]
    emails: List[MessageContactEmailsItem]
    addresses: List[MessageContactAddressesItem]
    org: MessageContactOrg
    urls: List[MessageContactUrlsItem]
    birthday: str


MessageInput: TypeAlias = "Union[TextInput, MediaInput, ButtonsInput, TemplateMessageInput, InteractiveInput, LocationInput, ContactsInput, ReactionInput]"
"""A message to send: at most 64 KB as JSON, nested at most 20 levels deep."""


class _MessageLocationRequired(TypedDict):
    latitude: float
    longitude: float


class MessageLocation(_MessageLocationRequired, total=False):
    name: str
    address: str
    url: str


class _MessageOrderProductItemsItemRequired(TypedDict):
    productRetailerId: str
    quantity: float


class MessageOrderProductItemsItem(_MessageOrderProductItemsItemRequired, total=False):
    itemPrice: float
    currency: str


class _MessageOrderRequired(TypedDict):
    productItems: List[MessageOrderProductItemsItem]


class MessageOrder(_MessageOrderRequired, total=False):
    catalogId: str
    text: str
    """The customer's note."""


class MessagePage(TypedDict):
    """A page of a list."""
    count: int
    """Number of items in the whole list."""
    next: Union[str, None]
    """Absolute URL of the next page."""
    previous: Union[str, None]
    """Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only."""
    results: List[Message]


class MessagePricing(TypedDict):
    """How the messaging provider bills the message, in its own words. An empty text is not reported."""
    billable: bool
    """Whether the provider charges for the message."""
    model: str
    """How it charges, such as `PMP`: for each message."""
    type: str
    """`regular`, `free_customer_service` or `free_entry_point`. The list is open."""
    category: str
    """`service`, `utility`, `marketing`, `authentication` and others. The list is open."""


class _MessageReactionRequired(TypedDict):
    messageWaId: str
    """The `waId` of the message that this one refers to."""


class MessageReaction(_MessageReactionRequired, total=False):
    emoji: str
    """An empty string removes the reaction."""


_MessageReceivedEventKeywords = TypedDict("_MessageReceivedEventKeywords", {"from": "str"})


class _MessageReceivedEventRequired(_MessageReceivedEventKeywords):
    event: Literal["message.received"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: CallMissedEventMessage
    conversationId: str


class MessageReceivedEvent(_MessageReceivedEventRequired, total=False):
    latestReferral: Referral
    """The ad that led to this message. Absent for other messages."""


class MessageReference(TypedDict):
    messageWaId: str
    """The `waId` of the message that this one refers to."""


_MessageSentEventKeywords = TypedDict("_MessageSentEventKeywords", {"from": "str"})


class MessageSentEvent(_MessageSentEventKeywords):
    event: Literal["message.sent"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: CallMissedEventMessage
    conversationId: str
    sentBy: Literal["agent", "person", "api", "phone_app"]
    """Who sent it: an agent or its trigger, or another agent on the number; a person in the dashboard; an API key; or the owner of the number in the app of the provider."""


NameEvidence: TypeAlias = "Literal[\"message\", \"notice\", \"shared_contact\", \"api\", \"channel\", \"person\"]"
"""`message`: a message of the customer; `notice`: the provider; `shared_contact`: the customer shared the number when asked; `api`: the business wrote to it, or named it in the API; `channel`: the provider knows the number by another one; `person`: a member merged two customers, or undid that."""


class NewDocumentUpload(TypedDict):
    url: str
    fields: Dict[str, str]


class _NewDocumentRequired(TypedDict):
    id: str
    name: str
    file: str
    """A signed URL of the file, valid for one hour."""
    status: Literal["pending", "processing", "ready", "partial", "error"]
    """The agent searches a `ready` and a `partial` document. Of a `partial` one, `problem` says what is missing. Of a `ready` one, `problem` can say what to check."""
    upload: Union[NewDocumentUpload, None]
    """POST the file to `url` as `multipart/form-data` with `fields` first and the file last, as `file`, within 15 minutes. Null if the request contained the file."""


class NewDocument(_NewDocumentRequired, total=False):
    """A document with its upload URL."""
    problem: str
    """What is missing of a `partial` document, or why a document is in `error`, and what to do. Of a `partial` or a `ready` document also what to check: pages that a model read from pictures. Absent if there is nothing to say."""


class NumberHealthProblemsItem(TypedDict):
    code: str
    """The provider's own word, such as `DISABLE`, `RESTRICTED_BIZ_INITIATED_MESSAGING`, `FLAGGED` or `131042`. The list is open."""
    text: str
    """What is wrong, and what to do."""
    since: str
    until: Union[str, None]
    """When the problem ends by itself. Null: when the provider or an operator lifts it."""


class NumberHealth(TypedDict):
    """How the messaging provider judges the number. Read-only: it changes by notices of the provider."""
    state: Literal["ok", "warned", "restricted", "blocked"]
    """`warned`: everything can be sent, and something needs attention. `restricted`: the provider forbids something. `blocked`: nothing can be sent."""
    quality: Union[str, None]
    """The provider's rating: `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. Null if it has reported none."""
    messagingLimit: Union[str, None]
    """The customers to whom the business may write first in 24 hours, in the provider's words, such as `TIER_1K`. Null if it has reported none."""
    problems: List[NumberHealthProblemsItem]
    """What is wrong now, oldest first. Empty if the state is `ok`."""


class NumberHealthEventCause(TypedDict):
    field: str
    """The field of the provider's webhook, or `doctor`."""
    code: str
    """The provider's word for what happened."""
    notice: Dict[str, Any]
    """The whole notice, with the provider's names. The field is open."""


_NumberHealthEventKeywords = TypedDict("_NumberHealthEventKeywords", {"from": "str"})


class NumberHealthEvent(_NumberHealthEventKeywords):
    event: Literal["number.health"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    """Empty: the event is about no conversation."""
    before: NumberHealth
    after: NumberHealth
    cause: NumberHealthEventCause


class _NumberSubscribeInputRequired(TypedDict):
    webhookId: str
    """A webhook that the owner of the API key created."""


class NumberSubscribeInput(_NumberSubscribeInputRequired, total=False):
    """The webhook to route a number to by default."""
    applyToExisting: Union[bool, None]
    """Whether to overwrite `activeAgent` of every existing conversation of the number, which ends its session. Routing overrides are kept."""


class NumberUnsubscribeInput(TypedDict, total=False):
    """Whether clearing the default routing applies to existing conversations."""
    applyToExisting: Union[bool, None]
    """Whether to overwrite `activeAgent` of every existing conversation of the number, which ends its session. Routing overrides are kept."""


class PictureForm(TypedDict):
    """A picture as a form."""
    file: File


class Proof(TypedDict):
    """A proof of an agent: real conversations again, or conversations with customers who do not exist."""
    id: str
    """Sorts by time."""
    agentId: str
    kind: Literal["replay", "customers", "exam", "tests"]
    """`exam`: an exam of the agent: customers, and real conversations that are judged as they were. `tests`: the tests that are saved with the agent in the dashboard."""
    state: Literal["queued", "running", "done", "failed"]
    """`failed`: it was stopped, or could not run to its end; `problem` has the reason."""
    problem: Union[str, None]
    draft: bool
    """Whether the draft answered; else the published agent, which had no draft."""
    version: int
    """The revision of the draft or of the agent that answered."""
    passed: Union[bool, None]
    """Whether all customers passed and all criteria are met; null before the end, and if no conversation was played."""
    total: int
    """Conversations to play; 0 while they are chosen."""
    finished: int
    """Conversations that were played."""
    usd: float
    """What the proof itself used, as far as prices of models are known. It counts as use of the agent."""
    whatChanged: str
    """One sentence; empty before the end."""
    createdAt: str
    finishedAt: Union[str, None]
    totals: Union[Totals, None]
    """Of the conversations that were played; null before the end."""
    customers: List[CustomerResult]
    """The simulated customers; empty for a replay."""
    conversations: List[ProvedConversation]


class ProofInputReplayTools2Value2(TypedDict):
    result: Any


class _ProofInputReplayRequired(TypedDict):
    kind: Literal["replay"]
    since: str


class ProofInputReplay(_ProofInputReplayRequired, total=False):
    until: Union[str, None]
    """The end of the period, inclusive. @default now"""
    filter: Literal["handed_over", "failed", "unhappy", "expensive", None]
    """Only conversations in which a person was asked for, a turn failed, the customer was unhappy (by their reactions and words), or the most expensive half."""
    conversationIds: Union[List[str], None]
    """Only these conversations."""
    tools: Union[Literal["recorded", "live_read_only"], Dict[str, Union[Literal["recorded", "live_read_only", "stop"], ProofInputReplayTools2Value2]], None]
    """`recorded`: no tool is called; results come from the recorded steps. `live_read_only`: a call without a recorded result is made if it only reads (GET and HEAD requests, web pages). An object chooses by the name of the tool, `*` for any other one: `recorded`, `live_read_only`, `stop` (the conversation ends at a call of which nothing was recorded), or `{"result": …}`. @default recorded"""
    limit: Union[int, None]
    """The maximum of conversations, the latest first."""
    draft: Union[bool, None]
    """Whether the draft answers. Without a draft, and with `false`, the published agent does."""
    criteria: Union[str, List[str], None]
    """What the replies of a conversation must meet, in plain words. A model judges each one."""
    maxUsd: Union[float, None]
    """The proof stops when it has used this much, as far as prices of models are known."""
    parallel: Union[int, None]
    """Conversations that run at the same time."""


class _ProofInputCustomersRequired(TypedDict):
    kind: Literal["customers"]
    customers: List[SimulatedCustomer]


class ProofInputCustomers(_ProofInputCustomersRequired, total=False):
    tools: Union[Literal["live_read_only"], Dict[str, Any], None]
    """Results by the name of the tool. Such a tool is not called: the model reads the text, or the value as JSON. Other tools have no effect. `live_read_only` calls tools that only read."""
    runs: Union[int, None]
    """How often each customer is played. A proof has at most 200 conversations."""
    mustPass: Union[int, None]
    """How many runs of each customer must pass. @default all"""
    draft: Union[bool, None]
    """Whether the draft answers. Without a draft, and with `false`, the published agent does."""
    criteria: Union[str, List[str], None]
    """What the replies of a conversation must meet, in plain words. A model judges each one."""
    maxUsd: Union[float, None]
    """The proof stops when it has used this much, as far as prices of models are known."""
    parallel: Union[int, None]
    """Conversations that run at the same time."""


ProofInput: TypeAlias = "Union[ProofInputReplay, ProofInputCustomers]"
"""What to prove: real conversations again, or conversations with customers who do not exist."""


class ProofSummary(TypedDict):
    """A proof of an agent without its conversations."""
    id: str
    """Sorts by time."""
    agentId: str
    kind: Literal["replay", "customers", "exam", "tests"]
    """`exam`: an exam of the agent: customers, and real conversations that are judged as they were. `tests`: the tests that are saved with the agent in the dashboard."""
    state: Literal["queued", "running", "done", "failed"]
    """`failed`: it was stopped, or could not run to its end; `problem` has the reason."""
    problem: Union[str, None]
    draft: bool
    """Whether the draft answered; else the published agent, which had no draft."""
    version: int
    """The revision of the draft or of the agent that answered."""
    passed: Union[bool, None]
    """Whether all customers passed and all criteria are met; null before the end, and if no conversation was played."""
    total: int
    """Conversations to play; 0 while they are chosen."""
    finished: int
    """Conversations that were played."""
    usd: float
    """What the proof itself used, as far as prices of models are known. It counts as use of the agent."""
    whatChanged: str
    """One sentence; empty before the end."""
    createdAt: str
    finishedAt: Union[str, None]


class ProvedConversationTurnsItemFilesItem(TypedDict):
    messageId: str
    """The message of the real conversation that has the file."""
    mimeType: str
    filename: Union[str, None]
    problem: Union[str, None]
    """Why the agent did not see or hear it now, such as a file that is no longer stored; else null."""


class ProvedConversationTurnsItem(TypedDict):
    customer: str
    """What the customer wrote."""
    then: Union[str, None]
    """What was said then; null for a customer who does not exist."""
    now: str
    """What the agent says now. Empty if it does not answer. In an exam, a real conversation is not played: `now` is `then`."""
    thenBy: Literal["agent", "human", None]
    """Who replied in the real conversation; null without a reply."""
    changed: bool
    """Whether `now` differs from what the agent said then."""
    problem: Union[str, None]
    """Why the agent did not answer now."""
    files: List[ProvedConversationTurnsItemFilesItem]
    """The pictures, documents and voice messages of the customer. They are read where they are stored."""


class ProvedConversationStopped(TypedDict):
    turn: int
    tool: str
    notPlayed: int


class ProvedConversationCallsAddedItem(TypedDict):
    name: str
    arguments: str
    """As JSON."""
    turn: int
    """The position of the turn, from 0."""
    result: Literal["recorded", "nearest", "canned", "live", "own", "none", "stopped"]
    """Where the result came from: a recorded call with the same arguments, the recorded call with the most similar ones, a result of the proof, the tool itself, the service itself (such as memory, without effect), or none. `stopped`: the replay ended at this call."""


class ProvedConversationCalls(TypedDict):
    """Calls of tools that are made now and were not then, that were made then and are not now, and all of now. Calls with other arguments are other calls."""
    added: List[ProvedConversationCallsAddedItem]
    lost: List[ProvedConversationCallsAddedItem]
    made: List[ProvedConversationCallsAddedItem]


class ProvedConversationHandedOver(TypedDict):
    """Whether the agent asked for a person."""
    then: bool
    now: bool


class ProvedConversationVerdictsItem(TypedDict):
    criterion: str
    then: Union[bool, None]
    """Whether the replies of then meet it."""
    now: bool
    reason: str
    """Why they do not meet it now; else empty."""


class ProvedConversationTokens(TypedDict):
    then: int
    now: int


class ProvedConversationUsd(TypedDict):
    then: float
    now: float


class ProvedConversationReasonsItem(TypedDict):
    turn: Union[int, None]
    """The turn that shows it, from 0."""
    text: str


class ProvedConversation(TypedDict):
    """A conversation of a proof."""
    conversationId: str
    """Of the real conversation, or of the simulated one."""
    state: Literal["queued", "done", "failed"]
    problem: Union[str, None]
    """Why it could not be played to its end."""
    changed: bool
    """Whether a reply, a call or a hand-over differs."""
    turns: List[ProvedConversationTurnsItem]
    stopped: Union[ProvedConversationStopped, None]
    """The call at which the replay ended because no result was recorded, and how many later turns were not played. What is compared ends there."""
    calls: ProvedConversationCalls
    """Calls of tools that are made now and were not then, that were made then and are not now, and all of now. Calls with other arguments are other calls."""
    handedOver: ProvedConversationHandedOver
    """Whether the agent asked for a person."""
    verdicts: List[ProvedConversationVerdictsItem]
    """One for each of the `criteria`."""
    tokens: ProvedConversationTokens
    usd: ProvedConversationUsd
    customer: Union[int, None]
    """The position of the simulated customer or of the saved test, from 0."""
    run: Union[int, None]
    """The run of this customer, from 1."""
    name: Union[str, None]
    """The name of the saved test; null in other proofs."""
    persona: Union[str, None]
    goal: Union[str, None]
    reached: Union[bool, None]
    """Whether the simulated customer reached the goal."""
    end: Literal["goal_reached", "gave_up", "turns", "handed_over", None]
    """How the conversation with a simulated customer ended."""
    passed: Union[bool, None]
    """Whether it meets the expectations and the criteria; null before its end."""
    reasons: List[ProvedConversationReasonsItem]
    """Why it did not pass."""


class _PublishedTemplateLibraryTemplateRequired(TypedDict):
    name: str
    """The provider's `library_template_name`."""


class PublishedTemplateLibraryTemplate(_PublishedTemplateLibraryTemplateRequired, total=False):
    """The template of the provider's library. Absent if the template has its own components."""
    bodyInputs: Dict[str, Any]
    """The provider's `library_template_body_inputs`, as sent, such as `{"add_contact_number": true}`."""
    buttonInputs: List[Dict[str, Any]]
    """The provider's `library_template_button_inputs`, as sent, one for each button: `{"type": "URL", "url": {"base_url": "https://example.com/{{1}}", "url_suffix_example": "https://example.com/7"}}`."""


class PublishedTemplatePublishResultsItem(TypedDict):
    accountId: str
    providerTemplateId: str
    status: LinkStatus


class PublishedTemplatePublishErrorsItem(TypedDict):
    accountId: str
    error: str
    """A readable description of the error."""


class _PublishedTemplateRequired(TypedDict):
    id: str
    name: str
    category: Literal["UTILITY", "MARKETING", "AUTHENTICATION"]
    parameterFormat: str
    """`POSITIONAL` or `NAMED`."""
    accountLinks: List[AccountLink]
    """One link for each business account of the organisation, whether the template is published there or not."""
    createdAt: str
    updatedAt: str
    language: str
    components: Any
    """The components as sent."""
    publishResults: List[PublishedTemplatePublishResultsItem]
    publishErrors: List[PublishedTemplatePublishErrorsItem]


class PublishedTemplate(_PublishedTemplateRequired, total=False):
    """A template after publishing, with the result for each account of the request."""
    messageSendTtlSeconds: int
    """The lifetime of messages in seconds. Absent if it is the provider’s default."""
    libraryTemplate: PublishedTemplateLibraryTemplate
    """The template of the provider's library. Absent if the template has its own components."""


class RateLimitBody(TypedDict):
    """The body of a 429."""
    error: str
    retry_after: int


class ReactionInputReaction(TypedDict):
    messageId: str
    """The id of a message of the conversation."""
    emoji: str
    """An empty string removes the reaction."""


class ReactionInput(TypedDict):
    """A reaction to a message."""
    type: Literal["reaction"]
    reaction: ReactionInputReaction


class Referral(TypedDict):
    """A click-to-chat ad that led to an inbound message."""
    messageId: str
    sourceType: str
    sourceId: str
    sourceUrl: str
    headline: str
    body: str
    mediaType: str
    imageUrl: str
    videoUrl: str
    thumbnailUrl: str
    ctwaClid: str
    welcomeMessage: str
    createdAt: str


class Replay(TypedDict):
    """A bulk replay of the failed deliveries of a webhook that were not replayed yet."""
    id: str
    webhookId: str
    since: str
    """Start of the time range: deliveries that failed at this time or later."""
    until: str
    """End of the time range: at the latest the start of the replay."""
    event: Union[EventName, None]
    """The event of the deliveries; null for all events."""
    status: Literal["running", "done", "cancelled"]
    cancelReason: Literal["requested", "webhook_disabled", None]
    """Why it was cancelled: by a user, or because the webhook was disabled or deleted."""
    total: int
    """The number of deliveries at the start; 10,000 means 10,000 or more."""
    replayed: int
    """The number of copies made so far."""
    delivered: Union[int, None]
    """The copies that were delivered. About 20 seconds behind. Null if the results are not counted: test events, and replays that version 1.0 started."""
    failed: Union[int, None]
    """The copies that failed. The others are pending: they are retried, or not counted yet. Null as `delivered`."""
    startedAt: str
    updatedAt: str
    finishedAt: Union[str, None]


class ReplayedDelivery(TypedDict):
    id: str
    """The new `X-Service-Delivery`."""
    originId: str
    """The delivery that was copied."""
    webhookId: str
    event: EventName
    status: Literal["pending", "delivered", "failed"]
    createdAt: str


class _RoutingInputRequired(TypedDict):
    mode: Literal["agent", "webhook", "inherit", None]
    """`null` and `inherit` clear the routing override."""


class RoutingInput(_RoutingInputRequired, total=False):
    """The routing override. `webhookId` is required when, and only when, `mode` is `webhook`."""
    webhookId: Union[str, None]
    """Required when, and only when, mode is `webhook`."""
    agentId: Union[str, None]
    """The agent that replies. Allowed only when mode is `agent`."""


class SentTestEvent(TypedDict):
    """The test event that was sent."""
    deliveryId: str
    """The delivery of the event."""


_ServiceWindowClosedEventKeywords = TypedDict("_ServiceWindowClosedEventKeywords", {"from": "str"})


class ServiceWindowClosedEvent(_ServiceWindowClosedEventKeywords):
    event: Literal["subscription.service_window.closed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    routing: str
    """The conversation's routing after the event: `webhook`, `agent`, `sandbox` or `null`."""
    webhookId: str
    """The webhook that receives the delivery."""


_ServiceWindowExpiringEventKeywords = TypedDict("_ServiceWindowExpiringEventKeywords", {"from": "str"})


class ServiceWindowExpiringEvent(_ServiceWindowExpiringEventKeywords):
    event: Literal["subscription.service_window.expiring"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    routing: str
    """The conversation's routing after the event: `webhook`, `agent`, `sandbox` or `null`."""
    webhookId: str
    """The webhook that receives the delivery."""


class SettingChange(TypedDict):
    """A difference of one property. Secret values are masked."""
    field: str
    """The setting, such as `systemPrompt` or `tools`."""
    item: Union[str, None]
    """The name of the item of an array; null for other settings."""
    property: Union[str, None]
    """The changed property of the item; null for a whole item."""
    before: Union[str, None]
    """Text, or JSON. Null if it was added."""
    after: Union[str, None]
    """Text, or JSON. Null if it was removed."""


class Share(TypedDict):
    """How many of how many, and the 95 % confidence interval of the share (Wilson)."""
    count: int
    of: int
    low: float
    high: float


class ShareInput(TypedDict):
    """The email address of the user to share with."""
    email: str


class _SimulatedCustomerRequired(TypedDict):
    persona: str
    """Who the customer is, and how they write."""
    goal: str
    """What the customer wants to reach."""


class SimulatedCustomer(_SimulatedCustomerRequired, total=False):
    """A customer who does not exist. A model plays them."""
    knows: Any
    """What the customer knows: a text, a list of texts, or an object of facts."""
    mustNotReveal: Union[str, List[str], None]
    """What the customer keeps to themselves."""
    language: Union[str, None]
    """The language of the customer."""
    moods: Union[List[Literal["short", "angry", "voice_note", "picture", "changes_mind"]], None]
    """How the customer writes."""
    says: Union[List[str], None]
    """The first messages, word for word. The model writes those after them."""
    tools: Union[Dict[str, Any], None]
    """Results for this customer, before those of the proof. `*` is the result of any other tool that reaches something outside."""
    turns: Union[int, None]
    """The maximum of messages that the customer writes."""
    expect: Union[CustomerExpectation, None]


class SubscribeInput(TypedDict):
    """The webhook to route a conversation to."""
    webhookId: str
    """A webhook that the owner of the API key created."""


_SubscriptionActivatedEventKeywords = TypedDict("_SubscriptionActivatedEventKeywords", {"from": "str"})


class SubscriptionActivatedEvent(_SubscriptionActivatedEventKeywords):
    event: Literal["subscription.activated"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    routing: str
    """The conversation's routing after the event: `webhook`, `agent`, `sandbox` or `null`."""
    webhookId: str
    """The webhook that receives the delivery."""


_SubscriptionMessageReceivedEventKeywords = TypedDict("_SubscriptionMessageReceivedEventKeywords", {"from": "str"})


class _SubscriptionMessageReceivedEventRequired(_SubscriptionMessageReceivedEventKeywords):
    event: Literal["subscription.message.received"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: CallMissedEventMessage
    conversationId: str
    routing: str
    """The conversation's routing after the event: `webhook`, `agent`, `sandbox` or `null`."""
    webhookId: str
    """The webhook that receives the delivery."""


class SubscriptionMessageReceivedEvent(_SubscriptionMessageReceivedEventRequired, total=False):
    latestReferral: Referral
    """The ad that led to this message. Absent for other messages."""


_SubscriptionRevokedEventKeywords = TypedDict("_SubscriptionRevokedEventKeywords", {"from": "str"})


class SubscriptionRevokedEvent(_SubscriptionRevokedEventKeywords):
    event: Literal["subscription.revoked"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: None
    conversationId: str
    routing: str
    """The conversation's routing after the event: `webhook`, `agent`, `sandbox` or `null`."""
    webhookId: str
    """The webhook that receives the delivery."""


class TakeoverInput(TypedDict, total=False):
    """How long a person takes over."""
    durationMinutes: Union[int, None]
    """Starts now and replaces an earlier duration."""


class _TemplateRequired(TypedDict):
    id: str
    name: str
    category: Literal["UTILITY", "MARKETING", "AUTHENTICATION"]
    parameterFormat: str
    """`POSITIONAL` or `NAMED`."""
    accountLinks: List[AccountLink]
    """One link for each business account of the organisation, whether the template is published there or not."""
    createdAt: str
    updatedAt: str
    language: str
    components: Any
    """The components as sent."""


class Template(_TemplateRequired, total=False):
    """A local template with its account links."""
    messageSendTtlSeconds: int
    """The lifetime of messages in seconds. Absent if it is the provider’s default."""
    libraryTemplate: PublishedTemplateLibraryTemplate
    """The template of the provider's library. Absent if the template has its own components."""


class _TemplateChangeLibraryTemplateRequired(TypedDict):
    name: str
    """The provider's `library_template_name`."""


class TemplateChangeLibraryTemplate(_TemplateChangeLibraryTemplateRequired, total=False):
    """A template of the provider's library, which needs no review of its texts. It replaces `components`, which then stay as they are here."""
    bodyInputs: Union[Dict[str, Any], None]
    """The provider's `library_template_body_inputs`, as sent, such as `{"add_contact_number": true}`."""
    buttonInputs: Union[List[Dict[str, Any]], None]
    """The provider's `library_template_button_inputs`, as sent, one for each button: `{"type": "URL", "url": {"base_url": "https://example.com/{{1}}", "url_suffix_example": "https://example.com/7"}}`."""


class TemplateChange(TypedDict, total=False):
    """The fields of a template to change."""
    name: Union[str, None]
    """The provider accepts lower-case letters, digits and underscores."""
    category: Literal["UTILITY", "MARKETING", "AUTHENTICATION", None]
    language: Union[str, None]
    """The provider's language code, for example `en_US`."""
    parameterFormat: Literal["POSITIONAL", "NAMED", None]
    components: Any
    """Any JSON of at most 64 KB. Publishing requires the provider's format of template components."""
    messageSendTtlSeconds: Union[int, None]
    """The seconds in which the provider tries to deliver a message of the template: 30 to 900 for `AUTHENTICATION`, 30 to 43,200 for `UTILITY`, 43,200 to 2,592,000 for `MARKETING`. A message that is not delivered by then fails."""
    libraryTemplate: Union[TemplateChangeLibraryTemplate, None]


class _TemplateComponentRequired(TypedDict):
    type: str
    """`header`, `body` or `button`."""


class TemplateComponent(_TemplateComponentRequired, total=False):
    """A part of a template with its parameters."""
    sub_type: str
    """For a button: `url`, `quick_reply`, `copy_code`, `flow`."""
    index: Union[str, float]
    """For a button: its position in the template, from 0."""
    parameters: List[CustomerExportRecordsItem]
    """The provider's parameters, such as `{type: 'text', text: 'Ada'}`."""
    cards: List[Any]
    """For the cards of a carousel."""


class _TemplateComponentInputRequired(TypedDict):
    type: str
    """`header`, `body` or `button`."""


class TemplateComponentInput(_TemplateComponentInputRequired, total=False):
    """A part of a template with its parameters."""
    sub_type: Union[str, None]
    """For a button: `url`, `quick_reply`, `copy_code`, `flow`."""
    index: Union[str, float, None]
    """For a button: its position in the template, from 0."""
    parameters: Union[List[CustomerExportRecordsItem], None]
    """The provider's parameters, such as `{type: 'text', text: 'Ada'}`."""
    cards: Union[List[Any], None]
    """For the cards of a carousel."""


class _TemplateInputRequired(TypedDict):
    name: str
    """The provider accepts lower-case letters, digits and underscores."""
    category: Literal["UTILITY", "MARKETING", "AUTHENTICATION"]


class TemplateInput(_TemplateInputRequired, total=False):
    """A template to create or replace."""
    language: Union[str, None]
    """The provider's language code, for example `en_US`."""
    parameterFormat: Literal["POSITIONAL", "NAMED", None]
    components: Any
    """Any JSON of at most 64 KB. Publishing requires the provider's format of template components."""
    messageSendTtlSeconds: Union[int, None]
    """The seconds in which the provider tries to deliver a message of the template: 30 to 900 for `AUTHENTICATION`, 30 to 43,200 for `UTILITY`, 43,200 to 2,592,000 for `MARKETING`. A message that is not delivered by then fails."""
    libraryTemplate: Union[TemplateChangeLibraryTemplate, None]


class _TemplateMessageInputTemplateRequired(TypedDict):
    name: str


class TemplateMessageInputTemplate(_TemplateMessageInputTemplateRequired, total=False):
    language: Union[str, None]
    """The provider's code of the template's language. Defaults to that of the published template with this name, and to `en_US` for a template that the service does not know. Required if the template is published in several languages."""
    variables: Union[VariableValues, None]
    """Variables of the body: an array for a POSITIONAL template, an object for a NAMED one. If the service can read the template, each of its variables is required. The code of an AUTHENTICATION template is its only variable; its button gets it, too. At most 64 KB as JSON."""
    components: Union[List[TemplateComponentInput], None]
    """Parameters of the header and the buttons, and of the body instead of `variables`, as the provider expects them. At most 64 KB as JSON, nested at most 20 levels deep."""


class _TemplateMessageInputRequired(TypedDict):
    type: Literal["template"]
    template: TemplateMessageInputTemplate


class TemplateMessageInput(_TemplateMessageInputRequired, total=False):
    """A template to send. Templates can be sent outside the service window."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


class TestEventInput(TypedDict, total=False):
    """The test event to send."""
    event: Union[EventName, None]
    """The event of which an example is sent."""


_TestPingEventKeywords = TypedDict("_TestPingEventKeywords", {"from": "str"})


class _TestPingEventRequired(_TestPingEventKeywords):
    event: Literal["test.ping"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: CallMissedEventMessage
    conversationId: str


class TestPingEvent(_TestPingEventRequired, total=False):
    latestReferral: Referral
    """The ad that led to this message. Absent for other messages."""


class TestRunResultsItem(TypedDict):
    """The result of a test of an agent."""
    name: str
    passed: bool
    runs: int
    """How often the test ran."""
    passedRuns: int
    tokens: int
    """Tokens that the models read and wrote in all runs."""
    reasons: List[str]
    """Why runs failed."""


class TestRun(TypedDict):
    """A run of tests of an agent."""
    id: str
    """Sorts by time."""
    file: str
    """The name of the file of tests."""
    draft: bool
    results: List[TestRunResultsItem]
    passed: bool
    """Whether all tests passed."""
    createdAt: str


class _TestRunInputRequired(TypedDict):
    file: str
    """The name of the file of tests."""
    results: List[TestRunResultsItem]


class TestRunInput(_TestRunInputRequired, total=False):
    """The results of a file of tests."""
    draft: Union[bool, None]
    """Whether the draft of the agent was tested."""


class TextInputText(TypedDict):
    body: str


class _TextInputRequired(TypedDict):
    type: Literal["text"]
    text: TextInputText


class TextInput(_TextInputRequired, total=False):
    """A text message to send."""
    replyTo: Union[str, None]
    """The id of a message of the conversation. The message is shown as a reply to it."""


class ToolCall(TypedDict):
    """A call of a tool by the model of an agent."""
    name: str
    arguments: str
    """JSON, as generated by the model."""
    result: Union[str, None]
    """The result that the model received; null while the tool is running."""
    ran: bool
    """False if the call was rejected or has no result yet."""
    agentId: str
    """The agent that called it."""


class ToolProblem(TypedDict):
    tool: Union[str, None]
    """The tool's name at the server, or null for the whole server."""
    problem: str
    """Why agents do not have the tool."""


class TotalsCalls(TypedDict):
    added: Dict[str, int]
    lost: Dict[str, int]


class TotalsHandedOver(TypedDict):
    then: Share
    now: Share


class TotalsCriteriaItem(TypedDict):
    criterion: str
    then: Union[Share, None]
    now: Share


class Totals(TypedDict):
    """The sums of a proof."""
    conversations: int
    done: int
    failed: int
    stopped: int
    """Replays that ended at a call without a recorded result."""
    changed: Share
    passed: Share
    calls: TotalsCalls
    handedOver: TotalsHandedOver
    reached: Union[Share, None]
    """Simulated customers who reached their goal; null for a replay."""
    criteria: List[TotalsCriteriaItem]
    tokens: ProvedConversationTokens
    usd: ProvedConversationUsd


class Trial(TypedDict):
    """A trial of an agent: a conversation with a customer who does not exist, on the sandbox number."""
    id: str
    state: Literal["answering", "idle", "failed"]
    """`answering`: get it again in a second. `failed`: no model replied, or a monthly limit is reached."""
    messages: List[Message]
    """The latest 100 messages, oldest first."""
    turns: List[AgentTurn]
    """The agent's latest 20 turns, oldest first."""
    memory: Dict[str, Any]
    """What the agents remember of the customer, by memory key."""


class TrialInputFile(TypedDict):
    """A picture, a voice message or a PDF file that the customer sends. `text` is its caption."""
    mimeType: Literal["image/jpeg", "image/png", "audio/ogg", "application/pdf"]
    """`audio/ogg` is a voice message."""
    data: str
    """The file in base64, at most 675 KB."""


class TrialInput(TypedDict, total=False):
    """A customer's turn in a trial."""
    text: Union[str, None]
    """The customer's text, or the text of the button. Required without a file."""
    file: Union[TrialInputFile, None]
    """A picture, a voice message or a PDF file that the customer sends. `text` is its caption."""
    buttonId: Union[str, None]
    """The id of the button that the customer taps."""
    toolResults: Union[Dict[str, Any], None]
    """Results by the name of the tool, for a new trial. Such a tool is not called: the model reads the text, or the value as JSON."""
    draft: Union[bool, None]
    """Whether a new trial uses the draft of the agent. The published agent answers if it has none."""
    trialId: Union[str, None]
    """Continues this trial. A new one starts without it."""


class TriggeredMessage(TypedDict):
    """The message that a trigger sent, and its conversation."""
    conversationId: str
    messageId: str


class _TriggerInputRequired(TypedDict):
    toNumber: str
    """Phone number of the contact, `contact.id`, or `user:` and a user id."""


class TriggerInput(_TriggerInputRequired, total=False):
    """The contact and the variables of the template to send."""
    fromNumber: Union[str, None]
    """Business number to send from. Defaults to the organisation's only number, or to the agent's."""
    variables: Union[VariableValues, None]
    """Variables of the body: an array for a POSITIONAL template, an object for a NAMED one. If the service can read the template, each of its variables is required. The code of an AUTHENTICATION template is its only variable; its button gets it, too. At most 64 KB as JSON."""
    components: Union[List[TemplateComponentInput], None]
    """Parameters of the header and the buttons, and of the body instead of `variables`, as the provider expects them. At most 64 KB as JSON, nested at most 20 levels deep."""
    memory: Union[Dict[str, Any], None]
    """What the agent of the trigger remembers of the contact from now on."""


class Unavailable(TypedDict):
    """The service cannot read its table."""
    status: Literal["unavailable"]


class UnpublishedTemplateUnpublishResultsItem(TypedDict):
    accountId: str
    unpublished: bool


class _UnpublishedTemplateRequired(TypedDict):
    id: str
    name: str
    category: Literal["UTILITY", "MARKETING", "AUTHENTICATION"]
    parameterFormat: str
    """`POSITIONAL` or `NAMED`."""
    accountLinks: List[AccountLink]
    """One link for each business account of the organisation, whether the template is published there or not."""
    createdAt: str
    updatedAt: str
    language: str
    components: Any
    """The components as sent."""
    unpublishResults: List[UnpublishedTemplateUnpublishResultsItem]
    unpublishErrors: List[PublishedTemplatePublishErrorsItem]


class UnpublishedTemplate(_UnpublishedTemplateRequired, total=False):
    """A template after unpublishing, with the result for each account of the request."""
    messageSendTtlSeconds: int
    """The lifetime of messages in seconds. Absent if it is the provider’s default."""
    libraryTemplate: PublishedTemplateLibraryTemplate
    """The template of the provider's library. Absent if the template has its own components."""


VariableValues: TypeAlias = "Union[List[str], Dict[str, str]]"
"""Values of the variables: an array for a POSITIONAL template, an object for a NAMED one."""


class Webhook(TypedDict):
    """A customer endpoint that events are sent to."""
    id: str
    name: str
    url: str
    """An endpoint, or the ARN of an Amazon EventBridge bus. Empty for a webhook whose deliveries are only stored, to be read by `replywright listen` or the API."""
    events: List[EventName]
    numbers: Union[Literal["all"], List[str]]
    """Business numbers whose events it receives, digits without plus: those of messages, `conversation.human_needed` and `conversation.ended`. `all` includes new numbers."""
    enabled: bool
    disabledAt: Union[str, None]
    disabledReason: Literal["consecutive_failures", "manual", None]
    """`consecutive_failures`: disabled by the service. Null if the webhook is enabled."""
    createdAt: str
    isOwn: bool
    """Whether you (the owner of the API key) created it. You can route conversations only to your own webhooks."""
    headers: Dict[str, str]
    """Headers of its own that each request to it has; an event bus gets none. Values are secrets and always masked."""
    replayId: Union[str, None]
    """The bulk replay that is running."""
    health: WebhookHealth


class WebhookDeliveryDetailsContact(TypedDict):
    name: str
    phoneNumber: str
    """Digits without plus; empty if the number is not known."""


class WebhookDeliveryDetails(TypedDict):
    id: str
    """The `X-Service-Delivery` of its requests."""
    webhookId: str
    webhookName: str
    webhookEnabled: bool
    webhookDeleted: bool
    event: EventName
    contact: Union[WebhookDeliveryDetailsContact, None]
    """The customer; null if the payload is not stored with the delivery and does not fit beside it."""
    preview: str
    """The beginning of the message; empty without a text."""
    mediaType: Union[str, None]
    """MIME type of the message's file."""
    messageId: Union[str, None]
    conversationId: Union[str, None]
    """The conversation; null for test events."""
    status: Literal["pending", "delivered", "failed"]
    cause: Literal["dns", "refused", "tls", "timeout", "reset", "invalid_response", "blocked_address", "redirect", "client_error", "server_error", "gone", "webhook_disabled", None]
    """Why the delivery failed, or its latest attempt while it is retried; null otherwise."""
    attemptCount: int
    lastStatus: Union[float, None]
    """HTTP status of the last attempt; null if there was no response."""
    createdAt: str
    nextAttemptAt: Union[str, None]
    finishedAt: Union[str, None]
    originId: Union[str, None]
    """The delivery of which this is a copy."""
    replayedAs: Union[str, None]
    """The latest copy of this delivery."""
    url: str
    """The current URL of the webhook."""
    payload: str
    """The exact request body."""
    explanation: str
    """The state of the delivery and the reason, in one sentence."""
    fix: Union[str, None]
    """How to fix the failure; null without one."""
    attempts: List[DeliveryAttempt]
    """The attempts of the last five rounds, oldest first. Others are counted in `attemptCount` only."""


class WebhookHealth(TypedDict):
    """The health of a webhook: its results of the last 24 hours, and its consecutive failures."""
    successRate: Union[float, None]
    """Share of finished deliveries that succeeded, 0 to 1; null if no delivery is finished."""
    succeeded: int
    failed: int
    lastFailureAt: Union[str, None]
    """The last failure of the last 30 days, except of deliveries to the disabled webhook."""
    lastFailureId: Union[str, None]
    """The delivery of the last failure."""
    consecutiveFailures: int
    """Consecutive failed deliveries; 20 disable the webhook."""
    hours: List[DeliveryHour]
    """The last 24 hours, oldest first, without test events."""


class WebhookPage(TypedDict):
    """A page of a list."""
    count: int
    """Number of items in the whole list."""
    next: Union[str, None]
    """Absolute URL of the next page."""
    previous: Union[str, None]
    """Absolute URL of the previous page. Null on the first one, and far behind it in a list that is read forward only."""
    results: List[Webhook]


class WebhookUpdate(TypedDict, total=False):
    """The fields of a webhook to change. Omitted fields keep their values."""
    name: Union[str, None]
    events: Union[List[EventName], None]
    """The events that it receives."""
    numbers: Union[Literal["all"], List[str], None]
    """Business numbers whose events it receives, or `all`."""
    headers: Union[Dict[str, str], None]
    """Sent with every request to it, for example the key of a gateway. Replaces the stored headers; a masked value keeps the stored value."""


class Event15Message(TypedDict):
    id: str
    waId: str
    """The provider's message id."""


class Event15Error(TypedDict):
    code: str
    message: str
    providerCode: Union[float, None]
    """The provider's own code; null if it reported none."""


_Event15Keywords = TypedDict("_Event15Keywords", {"from": "str"})


class _Event15Required(_Event15Keywords):
    event: Literal["message.status.sent"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: Event15Message
    conversationId: str
    status: Literal["sent"]
    error: Union[Event15Error, None]
    """Why the message failed; null for other statuses."""


class Event15(_Event15Required, total=False):
    pricing: MessagePricing
    """How the provider bills the message. Absent until it reports it."""


_Event16Keywords = TypedDict("_Event16Keywords", {"from": "str"})


class _Event16Required(_Event16Keywords):
    event: Literal["message.status.delivered"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: Event15Message
    conversationId: str
    status: Literal["delivered"]
    error: Union[Event15Error, None]
    """Why the message failed; null for other statuses."""


class Event16(_Event16Required, total=False):
    pricing: MessagePricing
    """How the provider bills the message. Absent until it reports it."""


_Event17Keywords = TypedDict("_Event17Keywords", {"from": "str"})


class _Event17Required(_Event17Keywords):
    event: Literal["message.status.read"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: Event15Message
    conversationId: str
    status: Literal["read"]
    error: Union[Event15Error, None]
    """Why the message failed; null for other statuses."""


class Event17(_Event17Required, total=False):
    pricing: MessagePricing
    """How the provider bills the message. Absent until it reports it."""


_Event18Keywords = TypedDict("_Event18Keywords", {"from": "str"})


class _Event18Required(_Event18Keywords):
    event: Literal["message.status.failed"]
    timestamp: str
    """When the event happened. Sort the events of a conversation by it."""
    phoneNumber: str
    """The business number in E.164 format. The API has it without the plus."""
    contact: AgentRegressedEventContact
    message: Event15Message
    conversationId: str
    status: Literal["failed"]
    error: Union[Event15Error, None]
    """Why the message failed; null for other statuses."""


class Event18(_Event18Required, total=False):
    pricing: MessagePricing
    """How the provider bills the message. Absent until it reports it."""


WebhookEvent: TypeAlias = "Union[MessageReceivedEvent, TestPingEvent, SubscriptionMessageReceivedEvent, SubscriptionActivatedEvent, SubscriptionRevokedEvent, ServiceWindowExpiringEvent, ServiceWindowClosedEvent, HumanNeededEvent, ConversationEndedEvent, ControlChangedEvent, CallMissedEvent, NumberHealthEvent, CustomerChangedEvent, MessageSentEvent, AgentRegressedEvent, Event15, Event16, Event17, Event18]"
"""The body of a delivery."""


class AgentsListVersionsResult(TypedDict):
    results: List[AgentVersion]


class AgentsGetVersionResult(TypedDict):
    version: float
    """Its number, which is also the revision in the `ETag` of the agent."""
    changedAt: Union[str, None]
    """Null for versions from before the history existed."""
    changedBy: Union[AgentVersionChangedBy, None]
    """The email address of a user, or the name of an API key."""
    changes: List[SettingChange]


class AgentsRestoreVersionResult(TypedDict):
    version: float
    """The new current version."""


class AgentsReadWebsiteResult(TypedDict):
    """A website that will be read."""
    id: str
    """The website tool."""
    requestedAt: str


class TestRunsListResult(TypedDict):
    results: List[TestRun]


class ProofsListResult(TypedDict):
    results: List[ProofSummary]


class WebhookDeliveriesListResultResultsItemDetails(TypedDict):
    """With `details=true`: the exact request body and the latest attempt, if there is one. Absent if the page would be too large; get the delivery then."""
    payload: str
    """The exact request body."""
    attempts: List[DeliveryAttempt]
    """The attempts of the last five rounds, oldest first. Others are counted in `attemptCount` only."""


class _WebhookDeliveriesListResultResultsItemRequired(TypedDict):
    id: str
    """The `X-Service-Delivery` of its requests."""
    webhookId: str
    webhookName: str
    webhookEnabled: bool
    webhookDeleted: bool
    event: EventName
    contact: Union[WebhookDeliveryDetailsContact, None]
    """The customer; null if the payload is not stored with the delivery and does not fit beside it."""
    preview: str
    """The beginning of the message; empty without a text."""
    mediaType: Union[str, None]
    """MIME type of the message's file."""
    messageId: Union[str, None]
    conversationId: Union[str, None]
    """The conversation; null for test events."""
    status: Literal["pending", "delivered", "failed"]
    cause: Literal["dns", "refused", "tls", "timeout", "reset", "invalid_response", "blocked_address", "redirect", "client_error", "server_error", "gone", "webhook_disabled", None]
    """Why the delivery failed, or its latest attempt while it is retried; null otherwise."""
    attemptCount: int
    lastStatus: Union[float, None]
    """HTTP status of the last attempt; null if there was no response."""
    createdAt: str
    nextAttemptAt: Union[str, None]
    finishedAt: Union[str, None]
    originId: Union[str, None]
    """The delivery of which this is a copy."""
    replayedAs: Union[str, None]
    """The latest copy of this delivery."""


class WebhookDeliveriesListResultResultsItem(_WebhookDeliveriesListResultResultsItemRequired, total=False):
    details: WebhookDeliveriesListResultResultsItemDetails
    """With `details=true`: the exact request body and the latest attempt, if there is one. Absent if the page would be too large; get the delivery then."""


class WebhookDeliveriesListResult(TypedDict):
    countAtLeast: int
    """The number of deliveries, which are not all counted: at least this, and exactly this if `next` is null."""
    next: Union[str, None]
    """Absolute URL of older deliveries."""
    previous: Union[str, None]
    """Absolute URL of newer deliveries. Never null: the page is empty until there are any."""
    results: List[WebhookDeliveriesListResultResultsItem]


class UsageGetResultAgentsItem(TypedDict):
    agentId: str
    agentName: str
    """Of a deleted agent: its last name."""
    deleted: bool
    """Whether the agent was deleted."""
    turns: int
    """Turns that the agent answered or took part in, and reports of its ended sessions."""
    inputTokens: int
    cachedTokens: int
    """The input tokens that were read from a cache."""
    outputTokens: int
    transcriptionSeconds: int
    """Seconds of transcribed voice messages."""
    messages: int
    """Its delivered messages whose price the provider reported."""
    savedMessages: int
    """Messages that its packed replies saved."""
    usd: ConversationEndedEventUsd
    """The cost in USD, each part a decimal with six places."""


class UsageGetResultNumbersItem(TypedDict):
    phoneNumberId: str
    """The provider's id of the business number."""
    messages: int
    """Delivered messages of the number whose price the provider reported."""
    unpricedMessages: int
    """Those for which no rate is known."""
    freeMessagesUsed: Dict[str, int]
    """Messages by category that used the free ones of the number and month, such as `{"service": 412}`."""
    usd: ConversationEndedEventUsd
    """The cost in USD, each part a decimal with six places."""


class UsageGetResult(TypedDict):
    """What agents and messages used in a month, and what it cost."""
    month: str
    usd: ConversationEndedEventUsd
    """The cost in USD, each part a decimal with six places."""
    unpricedMessages: int
    """Delivered messages for which no rate of the provider is known. `usd.provider` lacks them."""
    savedMessages: int
    """Messages that were not sent because replies were packed: a greeting, an answer and a file in one message."""
    agents: List[UsageGetResultAgentsItem]
    """The agents with turns or delivered messages in the month, the most expensive first. All of them, or those that `offset` and `limit` select."""
    numbers: List[UsageGetResultNumbersItem]
    """The numbers with delivered messages in the month, the most expensive first. A message belongs to the month in which it was sent."""
    ratesDate: str
    """The date of the rates that were used last, `YYYY-MM-DD`. Empty without delivered messages."""


class OpenapiDocumentResult(TypedDict):
    """The OpenAPI document of the API."""
    openapi: str
