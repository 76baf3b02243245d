import * as accounts from './accounts.ts'
import * as agentVersions from './agent-versions.ts'
import * as agents from './agents.ts'
import * as agentFiles from './agents-files.ts'
import * as auditLog from './audit-log.ts'
import * as control from './control.ts'
import * as conversations from './conversations.ts'
import * as customers from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import * as exams from './exams.ts'
import * as links from './link-sessions.ts'
import * as connectors from './mcp-connectors.ts'
import * as me from './me.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as phoneNumbers from './phone-numbers.ts'
import * as proofs from './proofs.ts'
import * as proxy from './proxy.ts'
import * as replays from './replays.ts'
import * as service from './service.ts'
import * as takeover from './takeover.ts'
import * as templates from './templates.ts'
import * as testRuns from './test-runs.ts'
import * as trials from './trials.ts'
import * as triggers from './triggers.ts'
import * as usage from './usage.ts'
import * as deliveries from './webhook-deliveries.ts'
import * as webhooks from './webhooks.ts'

/** Every operation of the API. The handler of `agents/list` is `listRoute` of functions/api/agents.ts. */
export const endpoints = {
  'agents/list': agents.listAgents,
  'agents/create': agents.createAgent,
  'agents/get': agents.getAgent,
  'agents/replace': agents.replaceAgent,
  'agents/update': agents.updateAgent,
  'agents/delete': agents.deleteAgent,
  'agents/save-draft': agents.saveDraft,
  'agents/delete-draft': agents.deleteDraft,
  'agents/publish-draft': agents.publishDraft,
  'agents/list-versions': agentVersions.listAgentVersions,
  'agents/get-version': agentVersions.getAgentVersion,
  'agents/restore-version': agentVersions.restoreAgentVersion,
  'agents/share': agents.shareAgent,
  'agents/unshare': agents.unshareAgent,
  'agents/upload-document': agentFiles.uploadDocument,
  'agents/set-picture': agentFiles.setPicture,
  'agents/read-website': agentFiles.readWebsite,
  'trials/create': trials.createTrial,
  'trials/get': trials.getTrial,
  'trials/delete': trials.deleteTrial,
  'test-runs/create': testRuns.createTestRun,
  'test-runs/list': testRuns.listTestRuns,
  'proofs/create': proofs.createProof,
  'proofs/get': proofs.getProof,
  'proofs/list': proofs.listProofs,
  'proofs/stop': proofs.stopProof,
  'exams/get': exams.getExam,
  'exams/replace': exams.replaceExam,
  'exams/run': exams.runExam,
  'mcp-connectors/list': connectors.listMcpConnectors,
  'mcp-connectors/create': connectors.createMcpConnector,
  'mcp-connectors/get': connectors.getMcpConnector,
  'mcp-connectors/replace': connectors.replaceMcpConnector,
  'mcp-connectors/delete': connectors.deleteMcpConnector,
  'conversations/list': conversations.listConversations,
  'conversations/create': conversations.createConversation,
  'conversations/get': conversations.getConversation,
  'conversations/subscribe': conversations.subscribeConversation,
  'conversations/unsubscribe': conversations.unsubscribeConversation,
  'conversations/routing': conversations.routeConversation,
  'conversations/takeover': takeover.takeOverConversation,
  'conversations/handback': takeover.handBackConversation,
  'conversations/control': control.controlConversation,
  'conversations/list-messages': messages.listMessages,
  'conversations/send-message': messages.sendMessage,
  'customers/get': customers.getCustomer,
  'customers/update': customers.updateCustomer,
  'customers/preview-merge': customers.previewCustomerMerge,
  'customers/merge': customers.mergeCustomers,
  'customers/undo-merge': customers.undoCustomerMerge,
  'customers/export': customers.exportCustomer,
  'customers/erase': customers.eraseCustomer,
  'mcp/call': service.callMcp,
  'media/get': media.getMedia,
  'msg-accounts/list': accounts.listAccounts,
  'msg-accounts/get': accounts.getAccount,
  'msg-accounts/add-number': accounts.addNumber,
  'msg-accounts/deploy-agent': accounts.deployAgent,
  'msg-accounts/proxy-get': proxy.proxyGet,
  'msg-accounts/proxy-post': proxy.proxyPost,
  'msg-accounts/proxy-put': proxy.proxyPut,
  'msg-accounts/proxy-patch': proxy.proxyPatch,
  'msg-accounts/proxy-delete': proxy.proxyDelete,
  'available-numbers/list': accounts.listAvailableNumbers,
  'phone-numbers/list': phoneNumbers.listPhoneNumbers,
  'phone-numbers/get': phoneNumbers.getPhoneNumber,
  'phone-numbers/disconnect': phoneNumbers.disconnectPhoneNumber,
  'phone-numbers/subscribe': phoneNumbers.subscribePhoneNumber,
  'phone-numbers/connect-agent': phoneNumbers.connectAgent,
  'phone-numbers/unsubscribe': phoneNumbers.unsubscribePhoneNumber,
  'msg-link-sessions/list': links.listLinkSessions,
  'msg-link-sessions/create': links.createLinkSession,
  'msg-link-sessions/get': links.getLinkSession,
  'link/page': links.linkPage,
  'link/return': links.linkReturnPage,
  'link/confirm': links.confirmLink,
  'msg-templates/list': templates.listTemplates,
  'msg-templates/create': templates.createTemplate,
  'msg-templates/get': templates.getTemplate,
  'msg-templates/replace': templates.replaceTemplate,
  'msg-templates/update': templates.updateTemplate,
  'msg-templates/delete': templates.deleteTemplate,
  'msg-templates/publish': templates.publishTemplate,
  'msg-templates/unpublish': templates.unpublishTemplate,
  'msg-templates/unpublish-by-post': templates.unpublishByPost,
  'msg-templates/unpublish-by-delete': templates.unpublishByDelete,
  'webhooks/list': webhooks.listWebhooks,
  'webhooks/get': webhooks.getWebhook,
  'webhooks/update': webhooks.updateWebhook,
  'webhooks/disable': webhooks.disableWebhook,
  'webhooks/enable': webhooks.enableWebhook,
  'webhooks/send-test-event': webhooks.sendTestEvent,
  'webhooks/get-replay': replays.getReplay,
  'webhook-deliveries/list': deliveries.listDeliveries,
  'webhook-deliveries/get': deliveries.getDelivery,
  'webhook-deliveries/replay': deliveries.replayDelivery,
  'webhook-deliveries/replay-failed': replays.replayFailed,
  'triggers/fire': triggers.fireTrigger,
  'usage/get': usage.getUsage,
  'audit/list': auditLog.listAuditLog,
  'me/get': me.getMe,
  'health/get': service.getHealth,
  'openapi/document': service.getOpenApi,
  'openapi/reference': service.getReference,
  'openapi/markdown': service.getMarkdown,
  'openapi/index': service.getIndex,
  'openapi/guide': service.getGuide,
  'openapi/root': service.getRoot,
} as const satisfies Record<string, Endpoint>
