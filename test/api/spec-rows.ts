/** Rows of the API document's tables as it writes them: field | type | notes. */
const table = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** Fields of each resource, in order, by the name of its schema. */
export const RESOURCES: Readonly<Record<string, string[][]>> = {
  Agent: table(`
    id | string uuid, ro | yes
    name | string, max length 255 | yes
    description | string | no
    systemPrompt | string | yes
    firstMessage | string | yes
    profilePicture | string, ro | yes
    icebreakers | any JSON | no
    llmModel | string or null | no
    tools | array of AgentTool, ro | yes
    documents | array of AgentDocument, ro | yes
    memoryKeys | array of AgentMemoryKey, ro | yes
    wakeUpConfigs | array of AgentWakeUpConfig, ro | yes
    outboundTriggers | array of AgentOutboundTrigger, ro | yes
    websiteTools | array of AgentWebsiteTool, ro | yes
    imageGenerateTools | array of AgentImageGenerateTool, ro | yes
    handoffTools | array of AgentHandoffTool, ro | yes
    mcpConfigs | array of AgentMcpConfig, ro | yes
    supportTools | string, ro | yes
    paywallConfig | string, ro | yes
    adConfig | string, ro | yes
    creditSettings | string, ro | yes
    voiceCallConfig | string, ro | yes
    organization | AgentOrganization or null, ro | yes
    phoneNumbers | array of AgentPhoneNumber, ro | yes
    totalMessages | string, ro | yes
    totalSessions | string, ro | yes
    connectUrl | string, ro | yes
    createdAt | date-time, ro | yes`),
  AgentTool: table(`
    id | uuid, ro |
    name | string, max 255 | required
    description | string | required
    apiSchema | any JSON | required
    active | boolean |
    creditCost | integer | required`),
  AgentDocument: table(`
    id | uuid, ro |
    name | string, max 255 | required
    file | string, ro |
    status | string, ro |`),
  AgentMemoryKey: table(`
    id | uuid, ro |
    key | string, max 255 | required
    type | string, max 255 | required
    initialValue | string | required
    whenToUpdate | string | required`),
  AgentWakeUpConfig: table(`
    id | uuid, ro |
    description | string | required
    enabled | boolean |
    forceMessage | boolean | required`),
  AgentOutboundTrigger: table(`
    id | uuid, ro |
    url | string, ro |
    secret | string, max 255 |
    enabled | boolean |
    templateId | string | required
    templateName | string | required`),
  AgentWebsiteTool: table(`
    id | uuid, ro |
    url | string, URI format, max 200 | required
    prompt | string | required
    active | boolean |`),
  AgentImageGenerateTool: table(`
    id | uuid, ro |
    name | string, max 255 |
    description | string |
    prompt | string | required
    active | boolean |
    creditCost | integer | required`),
  AgentHandoffTool: table(`
    id | uuid, ro |
    parentAgentId | uuid | required
    childAgentId | uuid | required
    childAgentName | string, ro |
    description | string | required
    active | boolean |`),
  AgentMcpConfig: table(`
    id | uuid, ro |
    connectorId | uuid | required
    connectorName | string, ro |
    toolWhitelist | any JSON | required`),
  AgentOrganization: table(`
    id | uuid, ro | required
    name | string, ro | required
    isPersonal | boolean, ro | required`),
  AgentPhoneNumber: table(`
    msgPhoneNumberId | string | required
    msgBusinessAccountId | string, ro | required
    wabaId | string, ro | required
    phoneNumber | string, ro | required`),
  Conversation: table(`
    id | uuid |
    contact | object: id (uuid), phoneNumber (string), name (string) |
    activeAgent | string |
    msgNumber | string |
    chatWindowRemainingTime | string |
    lastMessage | string |
    isHumanTakeover | string |
    active | string |
    routing | string or null |
    webhookId | string |
    routingOverride | string |
    activeSupportHandoff | string |
    supportHandoffs | string |
    commerceCustomer | string |
    latestReferral | Referral or null |`),
  Referral: table(`
    messageId | uuid |
    sourceType | string |
    sourceId | string |
    sourceUrl | string |
    headline | string |
    body | string |
    mediaType | string |
    imageUrl | string |
    videoUrl | string |
    thumbnailUrl | string |
    ctwaClid | string |
    welcomeMessage | string |
    createdAt | date-time |`),
  HandedBackConversation: table(`
    id | uuid, ro | required
    contact | object: phoneNumber (string), name (string) | required
    activeAgent | string, ro | required
    chatWindowRemainingTime | string, ro | required
    lastMessage | string, ro | required
    isHumanTakeover | string, ro | required
    active | string, ro | required`),
  Account: table(`
    id | uuid |
    waId | string |
    phoneNumbers | string |
    templatesUrl | string |
    name | string |`),
  LinkSession: table(`
    id | uuid |
    successUrl | string |
    returnUrl | string |
    status | string |
    linkUrl | string |`),
  Template: table(`
    id | uuid |
    name | string, max length 512 |
    category | string, one of UTILITY MARKETING AUTHENTICATION |
    parameterFormat | string |
    accountLinks | array of AccountLink |
    createdAt | date-time |
    updatedAt | date-time |
    language | string, max length 10 |
    components | any JSON |`),
  AccountLink: table(`
    accountId | uuid |
    accountName | string |
    wabaId | string |
    providerTemplateId | string |
    qualityScore | string |
    rejectionReason | string |
    status | string |`),
  EnvelopeMessage: table(`
    id | string |
    waId | string |
    body | string |
    media | array |
    buttons | array |`),
}

/** Method | path | fields of the body | status. */
export const ENDPOINTS = table(`
  GET | /api/v1/agents/ | none | 200
  POST | /api/v1/agents/ | name string required | 201
  GET | /api/v1/agents/{id}/ | none | 200
  PUT | /api/v1/agents/{id}/ | name string required | 200
  DELETE | /api/v1/agents/{id}/ | none | 204
  POST | /api/v1/agents/{id}/share/ | | 200
  POST | /api/v1/conversations/ | toNumber string, fromNumber string, agentId uuid, phoneNumber string deprecated | 201
  GET | /api/v1/conversations/{id}/ | none | 200
  POST | /api/v1/conversations/{id}/handback/ | contact object required | 200
  POST | /api/v1/conversations/{id}/subscribe/ | webhookId string required | 200
  POST | /api/v1/conversations/{id}/unsubscribe/ | | 200
  POST | /api/v1/conversations/{id}/routing/ | mode string or null required, webhookId string or null | 200
  GET | /api/v1/msg-accounts/ | none | 200
  GET | /api/v1/msg-accounts/{id}/ | none | 200
  POST | /api/v1/msg-accounts/{id}/add-number/ | id string required, name string required | 200
  POST | /api/v1/msg-accounts/{id}/deploy-agent/ | | 200
  GET | /api/v1/msg-accounts/{id}/proxy/{path}/ | none | 200
  POST | /api/v1/msg-accounts/{id}/proxy/{path}/ | | 200
  PUT | /api/v1/msg-accounts/{id}/proxy/{path}/ | | 200
  PATCH | /api/v1/msg-accounts/{id}/proxy/{path}/ | | 200
  DELETE | /api/v1/msg-accounts/{id}/proxy/{path}/ | | 200
  POST | /api/v1/msg-link-sessions/ | | 201
  GET | /api/v1/msg-link-sessions/ | none | 200
  GET | /api/v1/msg-link-sessions/{id}/ | none | 200
  GET | /api/v1/msg-templates/ | none | 200
  POST | /api/v1/msg-templates/{id}/publish/ | accountIds array of uuid required | 200
  POST | /api/v1/phone-numbers/{n}/subscribe/ | webhookId string required, applyToExisting boolean | 200
  POST | /api/v1/phone-numbers/{n}/connect-agent/ | agentId uuid required, applyToExisting boolean | 200
  POST | /api/v1/phone-numbers/{n}/unsubscribe/ | applyToExisting boolean | 200
  POST | /api/v1/webhook-deliveries/{id}/replay/ | | 201`)

/** The responses of lists: a page, or for three of them the document's array. Path | items. */
export const PAGES = table(`
  /api/v1/agents/ | Agent
  /api/v1/conversations/ | Conversation
  /api/v1/phone-numbers/ | BusinessNumber`)
export const ARRAYS = table(`
  /api/v1/msg-accounts/ | Account
  /api/v1/msg-link-sessions/ | LinkSession
  /api/v1/msg-templates/ | Template`)
