import * as operations from '@messaging/contract/dashboard/operations.ts'
import { listAlarms } from '@messaging/core/operations/alarms/list-alarms.ts'
import {
  purgeLetters,
  redriveLetters,
  redriveProgress,
} from '@messaging/core/operations/dead-letters/operate-letters.ts'
import { viewQueues } from '@messaging/core/operations/dead-letters/operated-queues.ts'
import { viewQueueHistory } from '@messaging/core/operations/dead-letters/queue-history.ts'
import { viewLetters } from '@messaging/core/operations/dead-letters/view-letters.ts'
import { runCheck } from '@messaging/core/operations/doctor/run-check.ts'
import { reconcileStep } from '@messaging/core/operations/reconcile/reconcile-step.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { route } from '@messaging/http/route.ts'

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
