import { AGENT_EXAMPLE } from '../agents.ts'
import { exampleId, exampleIdOf } from './nouns.ts'

const AGENT = exampleIdOf('agents')
const CONVERSATION = exampleIdOf('conversations')
const ACCOUNT = exampleIdOf('msg-accounts')
const TEMPLATE = exampleIdOf('msg-templates')
const CONNECTOR = exampleIdOf('mcp-connectors')
const DELIVERY = exampleIdOf('webhook-deliveries')
const NUMBER = exampleIdOf('phone-numbers')
const WEBHOOK = exampleId('webhook')
const OTHER_AGENT = exampleId('other agent')

const TRIGGER_SECRET = 'W8kq2ZbT7mVx4nRc9dYp1sLf6gHj3aQe'
const BUSINESS_NUMBER = '447700900100'
const CUSTOMER_NUMBER = '447700900200'

const {
  tools: [tool],
  memoryKeys: [memoryKey],
  ...agent
} = AGENT_EXAMPLE

/** Example values by `Schema.field` or `field` (all fields with this name), of schemas without an example. */
export const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  openapi: '3.1.0',
  'number.n': BUSINESS_NUMBER,
  'proxy.path': '106540352242922/whatsapp_business_profile',
  'media.token': 'pVd0c1JtY2Vf.u5xNnQ9rT2k',
  'version.version': '6',

  next: null,
  previous: null,
  // Before the other times, so that a range is not empty.
  since: '2026-03-02T08:15:30.000Z',

  ...fieldsOf('Agent', agent),
  ...fieldsOf('AgentTool', tool),
  ...fieldsOf('AgentMemoryKey', memoryKey),
  'Agent.id': AGENT,
  'Agent.profilePicture': '',
  'Agent.llmModel': null,
  'Agent.connectUrl': `https://wa.me/${BUSINESS_NUMBER}`,
  supportTools: '[{"name":"ask_for_human"}]',
  monthlyLimitUsd: 50,
  paywallConfig: '',
  adConfig: '',
  creditSettings: '',
  voiceCallConfig: '',
  totalMessages: '1280',
  totalSessions: '214',
  creditCost: 1,
  'AgentDocument.name': 'returns.pdf',
  'AgentDocument.file': 'https://documents.example/returns.pdf?X-Amz-Signature=7d1e',
  'AgentDocument.status': 'ready',
  'NewDocument.file': 'https://documents.example/returns.pdf?X-Amz-Signature=7d1e',
  upload: null,
  'NewDocument.name': 'returns.pdf',
  size: 48213,
  contentType: 'application/pdf',
  'AgentWakeUpConfig.description': 'Ask again when the customer has not answered for a day.',
  'AgentOutboundTrigger.url': `https://api.example/triggers/${exampleIdOf('triggers')}`,
  'AgentOutboundTrigger.secret': TRIGGER_SECRET,
  'X-Trigger-Secret': TRIGGER_SECRET,
  'TriggeredMessage.messageId': exampleId('message'),
  templateId: TEMPLATE,
  templateName: 'order_update',
  messageSendTtlSeconds: 43_200,
  libraryTemplate: { name: 'delivery_update_1', bodyInputs: { add_contact_number: true } },
  'AgentWebsiteTool.url': 'https://shop.example/opening-hours',
  'AgentWebsiteTool.prompt': 'When are you open?',
  'AgentImageGenerateTool.name': 'Paint a bicycle',
  'AgentImageGenerateTool.description': 'Shows a bicycle in the colour that the customer wants.',
  'AgentImageGenerateTool.prompt': 'A studio photograph of a city bicycle.',
  parentAgentId: AGENT,
  childAgentId: OTHER_AGENT,
  childAgentName: 'Returns desk',
  'AgentHandoffTool.description': 'Hand over when the customer wants to return something.',
  connectorId: CONNECTOR,
  connectorName: 'Stock',
  toolWhitelist: ['find_product'],
  'AgentOrganization.id': exampleId('organization'),
  'AgentOrganization.name': 'Bicycle shop',
  isPersonal: false,

  'Conversation.id': CONVERSATION,
  'contact.phoneNumber': CUSTOMER_NUMBER,
  'contact.name': 'Ada Lovelace',
  activeAgent: AGENT,
  msgNumber: BUSINESS_NUMBER,
  chatWindowRemainingTime: '81240',
  lastMessage: 'Where is my order?',
  isHumanTakeover: 'false',
  'Conversation.active': 'true',
  'HandedBackConversation.active': 'true',
  'HandedBackConversation.id': CONVERSATION,
  'Conversation.routing': 'webhook',
  routingOverride: 'true',
  activeSupportHandoff: '',
  supportHandoffs: '',
  commerceCustomer: '',
  latestReferral: null,
  toNumber: CUSTOMER_NUMBER,
  fromNumber: BUSINESS_NUMBER,
  agentId: AGENT,
  webhookId: WEBHOOK,
  durationMinutes: 30,
  conversationId: CONVERSATION,

  'Message.id': exampleId('message'),
  'Interactive.interactive': {
    type: 'list',
    body: { text: 'What can I do for you?' },
    action: { button: 'Options', sections: [{ rows: [{ id: 'returns', title: 'Return an order' }] }] },
  },
  'Location.location': { latitude: 51.5033, longitude: -0.1196, name: 'Bicycle shop', address: '1 Road, London' },
  'Contacts.contacts': [{ name: { formattedName: 'Sam Lee' }, phones: [{ phone: `+${CUSTOMER_NUMBER}` }] }],
  'reaction.emoji': '👍',
  'template.components': [],
  'Trigger.components': [],
  'text.body': 'Your order is on its way.',
  'media.url': 'https://shop.example/receipt.pdf',
  mimeType: 'application/pdf',
  caption: 'Your receipt',
  'template.name': 'order_update',
  language: 'en_US',
  variables: ['Ada', 'A-1042'],
  'Button.text': 'Track my order',
  quickReplyId: 'track-order',
  waId: 'wamid.HBgMNDQ3NzAwOTAwMjAwFQIAERgSN0Y',

  'Account.id': ACCOUNT,
  'Account.waId': '102290129340398',
  'Account.phoneNumbers': BUSINESS_NUMBER,
  'Account.name': 'Bicycle shop',
  templatesUrl: `https://dashboard.example/accounts/${ACCOUNT}/templates`,
  'AvailableNumber.id': exampleId('available number'),
  phoneNumberId: NUMBER,
  msgPhoneNumberId: '106540352242922',
  msgBusinessAccountId: ACCOUNT,
  wabaId: '102290129340398',
  phoneNumber: BUSINESS_NUMBER,
  'BusinessNumber.id': NUMBER,
  number: BUSINESS_NUMBER,
  account: { id: ACCOUNT, name: 'Bicycle shop' },
  'BusinessNumber.activeAgent': { id: AGENT, name: 'Shop assistant' },
  defaultWebhook: null,
  isSandbox: false,
  accountIds: [ACCOUNT],

  'PublishedTemplate.id': TEMPLATE,
  'PublishedTemplate.name': 'order_update',
  'UnpublishedTemplate.id': TEMPLATE,
  'UnpublishedTemplate.name': 'order_update',
  'Template.id': TEMPLATE,
  'Template.name': 'order_update',
  parameterFormat: 'POSITIONAL',
  components: [{ type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.' }],
  accountId: ACCOUNT,
  accountName: 'Bicycle shop',
  providerTemplateId: '1407680676729941',
  qualityScore: 'GREEN',
  rejectionReason: '',
  'AccountLink.status': 'APPROVED',
  publishErrors: [],
  unpublishErrors: [],
  'LinkSession.id': exampleIdOf('msg-link-sessions'),
  successUrl: 'https://shop.example/linked',
  returnUrl: 'https://shop.example/settings',
  linkUrl: 'https://api.example/link/6wJ0cE8kq1VtYzR3nLpX5s',

  'McpConnector.id': CONNECTOR,
  'McpConnector.name': 'Stock',
  'McpConnector.url': 'https://mcp.shop.example/sse',
  headers: { authorization: 'Bearer 5e0f7a31' },

  'Webhook.name': 'Orders',
  'WebhookUpdate.name': 'Orders',
  'SentTestEvent.deliveryId': DELIVERY,

  agentName: 'Shop assistant',
  deleted: false,
  'agents[].turns': 1280,
  'agents[].inputTokens': 3_840_000,
  'agents[].cachedTokens': 2_100_000,
  'agents[].outputTokens': 153_600,
  transcriptionSeconds: 310,

  'ReplayedDelivery.id': exampleId('replayed delivery'),
  originId: DELIVERY,
}

function fieldsOf(schema: string, example: object = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(example).map(([field, value]) => [`${schema}.${field}`, value]))
}
