import type { DeliverySummary } from '@replywright/contract/webhook-deliveries.ts'

/** Builds a delivery for tests. */
export function summaryOf(changes: Partial<DeliverySummary> = {}): DeliverySummary {
  return {
    id: '01938475-0000-7000-8000-000000000001',
    webhookId: '01938475-0000-7000-8000-00000000000a',
    webhookName: 'Orders',
    webhookEnabled: true,
    webhookDeleted: false,
    event: 'message.received',
    contact: { name: 'Ada King', phoneNumber: '+447700900123' },
    preview: 'Where is my order?',
    mediaType: null,
    messageId: null,
    conversationId: null,
    status: 'delivered',
    cause: null,
    attemptCount: 1,
    lastStatus: 200,
    createdAt: '2026-11-21T06:00:00.000Z',
    nextAttemptAt: null,
    finishedAt: '2026-11-21T06:00:01.000Z',
    originId: null,
    replayedAs: null,
    failedCursor: null,
    ...changes,
  }
}
