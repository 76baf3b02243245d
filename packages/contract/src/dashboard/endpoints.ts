import type { Endpoint } from '../endpoint.ts'
import * as agentTests from './agent-tests.ts'
import * as agents from './agents.ts'
import * as apiKeys from './api-keys.ts'
import { listApiRequests } from './api-requests.ts'
import * as auditLog from './audit-log.ts'
import * as connectors from './connectors.ts'
import * as contactMemory from './contact-memory.ts'
import * as conversations from './conversations.ts'
import * as deliveries from './deliveries.ts'
import * as linkSessions from './link-sessions.ts'
import * as members from './members.ts'
import * as operations from './operations.ts'
import * as overview from './overview.ts'
import * as profile from './profile.ts'
import * as proofRule from './proof-rule.ts'
import * as replays from './replays.ts'
import * as retention from './retention.ts'
import * as savedReplies from './saved-replies.ts'
import * as statistics from './statistics.ts'
import { listTemplateLinks } from './template-links.ts'
import { uploadTemplateSample } from './template-samples.ts'
import * as thread from './thread.ts'
import { testTool } from './tool-test.ts'
import * as trace from './trace.ts'
import * as usage from './usage.ts'
import * as waitingMail from './waiting-mail.ts'
import * as webhooks from './webhooks.ts'

/** Operations of the dashboard besides the public API, by handler under functions/dashboard, as in `endpoints`. */
export const dashboardEndpoints = {
  'overview/get': overview.getOverview,
  'overview/handling': overview.getHandling,
  'overview/first-steps': overview.getFirstSteps,
  'overview/dismiss-first-steps': overview.dismissFirstSteps,
  'usage/get-limit': usage.getUsageLimit,
  'usage/change-limit': usage.changeUsageLimit,
  'usage/change-mail': usage.changeUsageMail,
  'webhooks/create': webhooks.createWebhook,
  'webhooks/check-url': webhooks.checkWebhookUrl,
  'webhooks/delete': webhooks.deleteWebhook,
  'webhooks/reveal-secret': webhooks.revealSecret,
  'webhooks/rotate-secret': webhooks.rotateSecret,
  'webhooks/get-statistics': statistics.getWebhookStatistics,
  'replays/count': replays.countReplay,
  'replays/list': replays.listReplays,
  'replays/start': replays.startReplay,
  'replays/cancel': replays.cancelReplay,
  'webhook-deliveries/list': deliveries.listDeliveries,
  'webhook-deliveries/replay-many': deliveries.replayDeliveries,
  'api-keys/list': apiKeys.listApiKeys,
  'api-keys/create': apiKeys.createApiKey,
  'api-keys/revoke': apiKeys.revokeApiKey,
  'api-requests/list': listApiRequests,
  'audit-log/export': auditLog.exportAuditLog,
  'members/list': members.listMembers,
  'members/invite': members.inviteMember,
  'members/invite-again': members.inviteAgain,
  'members/withdraw': members.withdrawInvitation,
  'members/change-role': members.changeRole,
  'members/remove': members.removeMember,
  'members/grant-operator': members.grantOperator,
  'members/revoke-operator': members.revokeOperator,
  'invitations/accept': members.acceptInvitation,
  'invitations/decline': members.declineInvitation,
  'profile/update': profile.updateProfile,
  'profile/list-sessions': profile.listSessions,
  'profile/end-session': profile.endSession,
  'profile/sign-out-everywhere': profile.signOutEverywhere,
  'organization/rename': profile.renameOrganization,
  'organization/get-retention': retention.getRetention,
  'organization/change-retention': retention.changeRetention,
  'organization/get-proof-rule': proofRule.getProofRule,
  'organization/change-proof-rule': proofRule.changeProofRule,
  'organization/leave': members.leaveOrganization,
  'models/list': agents.listModels,
  'link-sessions/list': linkSessions.listLinkSessions,
  'template-links/list': listTemplateLinks,
  'template-samples/upload': uploadTemplateSample,
  'agents/list-shares': agents.listAgentShares,
  'shares/accept': agents.acceptShare,
  'shares/leave': agents.leaveShare,
  'agents/get-usage': agents.getAgentUsage,
  'agents/get-text': agents.getDocumentText,
  'agents/test-tool': testTool,
  'agents/list-tests': agentTests.listSavedTests,
  'agents/save-test': agentTests.saveTest,
  'agents/delete-test': agentTests.deleteSavedTest,
  'agents/run-tests': agentTests.runSavedTests,
  'mcp-connectors/test': connectors.testConnector,
  'mcp-connectors/approve-tools': connectors.approveTools,
  'conversations/inbox': conversations.listInbox,
  'conversations/details': conversations.getConversationDetails,
  'conversations/changes': conversations.listInboxChanges,
  'conversations/waiting': conversations.listWaiting,
  'conversations/waiting-mail': waitingMail.getWaitingMail,
  'conversations/change-waiting-mail': waitingMail.changeWaitingMail,
  'conversations/read': conversations.markConversationRead,
  'conversations/thread': thread.getThread,
  'conversations/trace': trace.getMessageTrace,
  'conversations/note': thread.addNote,
  'conversations/writing': thread.noteWriting,
  'conversations/done': thread.closeConversation,
  'conversations/answer': thread.requestAnswer,
  'conversations/create-upload': thread.createUpload,
  'conversations/send-upload': thread.sendUpload,
  'conversations/resend': thread.resendMessage,
  'conversations/mark': thread.markMessage,
  'conversations/get-memory': contactMemory.getContactMemory,
  'conversations/change-memory': contactMemory.changeContactMemory,
  'conversations/erase-memory': contactMemory.eraseContactMemory,
  'saved-replies/list': savedReplies.listSavedReplies,
  'saved-replies/save': savedReplies.saveReply,
  'saved-replies/delete': savedReplies.deleteSavedReply,
  'operations/queues': operations.listQueues,
  'operations/dead-letters': operations.listDeadLetters,
  'operations/redrive': operations.redriveDeadLetters,
  'operations/redrive-progress': operations.getRedrive,
  'operations/purge': operations.purgeDeadLetters,
  'operations/alarms': operations.listAlarms,
  'operations/queue-history': operations.getQueueHistory,
  'operations/reconcile': operations.reconcileStep,
  'operations/check': operations.runCheck,
} as const satisfies Record<string, Endpoint>
