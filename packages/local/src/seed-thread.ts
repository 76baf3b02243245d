import { parentPort, workerData } from 'node:worker_threads'
import { workQueueUrls } from '@replywright/contract/queues.ts'
import { reconcile } from '@replywright/core/operations/reconcile/reconcile.ts'
import { systemClock } from '@replywright/core/platform/clock.ts'
import { seed } from './seed.ts'
import type { Report, Task } from './seed-worker.ts'

const task: Task = workerData
parentPort?.postMessage({ seeded: await seed(task.seed) } satisfies Report)
const { overdue } = await reconcile({ queueUrls: workQueueUrls(task.outputs), clock: systemClock })
const resent = Object.values(overdue).reduce((sum, count) => sum + count, 0)
parentPort?.postMessage({ resent } satisfies Report)
