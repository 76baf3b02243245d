import * as operations from '@replywright/contract/dashboard/operations.ts'
import {
  purgeLetters,
  redriveLetters,
  redriveProgress,
  viewLetters,
} from '@replywright/core/operations/dead-letters/dead-letters.ts'
import { runCheck } from '@replywright/core/operations/doctor/run-check.ts'
import { listAlarms } from '@replywright/core/operations/monitoring/alarms.ts'
import { viewQueueHistory, viewQueues } from '@replywright/core/operations/monitoring/queues.ts'
import { reconcileStep } from '@replywright/core/operations/reconcile/reconcile.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { route } from '@replywright/http/route.ts'

export const queuesRoute = () => route(operations.listQueues, ({ now }) => viewQueues(now))

export const deadLettersRoute = () => route(operations.listDeadLetters, ({ params }) => viewLetters(params.queue))

export const redriveRoute = () =>
  route(operations.redriveDeadLetters, ({ caller, params, body }) =>
    redriveLetters(
      params.queue,
      body.messageIds ?? (body.messageId === undefined ? undefined : [body.messageId]),
      caller.userId,
    ),
  )

export const redriveProgressRoute = () => route(operations.getRedrive, ({ params }) => redriveProgress(params.queue))

export const purgeRoute = () =>
  route(operations.purgeDeadLetters, ({ caller, params, body }) =>
    purgeLetters(params.queue, body, caller.userId, systemClock),
  )

export const alarmsRoute = () => route(operations.listAlarms, () => listAlarms())

export const queueHistoryRoute = () => route(operations.getQueueHistory, ({ now }) => viewQueueHistory(now))

export const reconcileRoute = () =>
  route(operations.reconcileStep, ({ caller, body }) => reconcileStep(body, caller.userId, systemClock))

export const checkRoute = () => route(operations.runCheck, ({ params, now }) => runCheck(params.check, now))
