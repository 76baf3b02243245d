import { parentPort, workerData } from 'node:worker_threads'
import { workQueueUrls } from '@messaging/contract/queues.ts'
import { reconcile } from '@messaging/core/operations/reconcile/reconcile.ts'
import { systemClock } from '@messaging/core/platform/clock.ts'
import { seed } from './seed.ts'
import type { Report, Task } from './seed-worker.ts'

const task: Task = workerData
parentPort?.postMessage({ seeded: await seed(task.seed) } satisfies Report)
const { overdue } = await reconcile({ queueUrls: workQueueUrls(task.outputs), clock: systemClock })
const resent = Object.values(overdue).reduce((sum, count) => sum + count, 0)
parentPort?.postMessage({ resent } satisfies Report)
