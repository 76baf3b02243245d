import type { Endpoint } from '../endpoint.ts'
import * as agentUsage from './agent-usage.ts'
import * as agentVersions from './agent-versions.ts'
import * as apiKeys from './api-keys.ts'
import * as connectors from './connectors.ts'
import * as contactMemory from './contact-memory.ts'
import * as conversations from './conversations.ts'
import * as customers from './customers.ts'
import * as deliveries from './deliveries.ts'
import * as members from './members.ts'
import * as models from './models.ts'
import * as operations from './operations.ts'
import * as overview from './overview.ts'
import * as replays from './replays.ts'
import * as templateLinks from './template-links.ts'
import * as trial from './try-agent.ts'
import * as webhooks from './webhooks.ts'

/** Operations of the dashboard besides the public API, by path of the handler under functions/dashboard. */
export const dashboardEndpoints = {
  'overview/get': overview.getOverview,
  'webhooks/list': webhooks.listWebhooks,
  'webhooks/create': webhooks.createWebhook,
  'webhooks/get': webhooks.getWebhook,
  'webhooks/update': webhooks.updateWebhook,
  'webhooks/delete': webhooks.deleteWebhook,
  'webhooks/enable': webhooks.enableWebhook,
  'webhooks/disable': webhooks.disableWebhook,
  'webhooks/reveal-secret': webhooks.revealSecret,
  'webhooks/rotate-secret': webhooks.rotateSecret,
  'webhooks/send-test-event': webhooks.sendTestEvent,
  'replays/count': replays.countReplay,
  'replays/list': replays.listReplays,
  'replays/start': replays.startReplay,
  'replays/get': replays.getReplay,
  'replays/cancel': replays.cancelReplay,
  'webhook-deliveries/list': deliveries.listDeliveries,
  'webhook-deliveries/get': deliveries.getDelivery,
  'api-keys/list': apiKeys.listApiKeys,
  'api-keys/create': apiKeys.createApiKey,
  'api-keys/revoke': apiKeys.revokeApiKey,
  'members/list': members.listMembers,
  'members/remove': members.removeMember,
  'models/list': models.listModels,
  'template-links/list': templateLinks.listTemplateLinks,
  'agents/try': trial.tryAgent,
  'agents/get-trial': trial.getTrial,
  'agents/get-usage': agentUsage.getAgentUsage,
  'agents/list-versions': agentVersions.listAgentVersions,
  'agents/get-version': agentVersions.getAgentVersion,
  'agents/restore-version': agentVersions.restoreAgentVersion,
  'agents/restart-trial': trial.restartTrial,
  'mcp-connectors/test': connectors.testConnector,
  'conversations/inbox': conversations.listInbox,
  'conversations/details': conversations.getConversationDetails,
  'conversations/get-memory': contactMemory.getContactMemory,
  'conversations/change-memory': contactMemory.changeContactMemory,
  'conversations/erase-memory': contactMemory.eraseContactMemory,
  'customers/get': customers.getCustomer,
  'customers/export': customers.exportCustomer,
  'customers/erase': customers.eraseCustomer,
  'operations/queues': operations.listQueues,
  'operations/dead-letters': operations.listDeadLetters,
  'operations/redrive': operations.redriveDeadLetters,
  'operations/redrive-progress': operations.getRedrive,
  'operations/purge': operations.purgeDeadLetters,
  'operations/alarms': operations.listAlarms,
} as const satisfies Record<string, Endpoint>
