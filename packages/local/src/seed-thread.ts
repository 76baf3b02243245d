import { parentPort, workerData } from 'node:worker_threads'
import { workQueueUrls } from '@replywright/contract/queues.ts'
import { callModel } from '@replywright/core/agents/models/check-model.ts'
import { reconcile } from '@replywright/core/operations/reconcile/reconcile.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import type { ModelAnswer } from './model-notices.ts'
import { seed } from './seed.ts'
import type { Report, Task } from './seed-worker.ts'

const task: Task = workerData
const report = (each: Report) => parentPort?.postMessage(each)
report({ seeded: await seed(task.seed) })
await Promise.all([askModel(), resendOverdue()])

async function askModel(): Promise<void> {
  report({ modelAnswer: task.asksModel ? await modelAnswer() : undefined })
}

async function modelAnswer(): Promise<ModelAnswer> {
  const { choice, milliseconds, calledTool, problem } = await callModel(undefined, systemClock())
  return { model: choice?.id ?? '', milliseconds, calledTool, problem: problem?.reason }
}

async function resendOverdue(): Promise<void> {
  const { overdue } = await reconcile({ queueUrls: workQueueUrls(task.outputs), clock: systemClock })
  report({ resent: Object.values(overdue).reduce((sum, count) => sum + count, 0) })
}
