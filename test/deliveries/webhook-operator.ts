import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { Cloud } from '@messaging/cloud/cloud.ts'
import type { DeliveryItem } from '@messaging/core/deliveries/deliveries/delivery-entity.ts'
import type { WebhookItem } from '@messaging/core/deliveries/webhooks/webhook-entity.ts'

interface Command {
  readonly operation: 'read' | 'failures' | 'disable' | 'enable' | 'rotate' | 'deliveries'
  readonly organizationId: string
  readonly webhookId: string
}

/** Changes one webhook as operators and the dashboard do, with core's operations and the administrator's rights. */
export interface WebhookOperator extends AsyncDisposable {
  read(): Promise<WebhookItem>
  /** Returns its consecutive failures. */
  failures(): Promise<number>
  disable(): Promise<WebhookItem>
  enable(): Promise<WebhookItem>
  /** Returns the new signing secret. */
  rotate(): Promise<string>
  /** Returns its deliveries, the latest first. */
  deliveries(): Promise<DeliveryItem[]>
}

/** Runs core in a separate thread, because core reads its environment when it is loaded. Runs one command at a time. */
export function webhookOperator(cloud: Cloud, organizationId: string, webhookId: string): WebhookOperator {
  const output = (name: string) => Object.values(cloud.outputs).flatMap((outputs) => outputs[name] ?? [])[0] ?? ''
  const worker = new Worker(new URL(import.meta.url), {
    // Keeps its log lines out of the test's output.
    stdout: true,
    env: {
      AWS_ENDPOINT_URL: cloud.endpointUrl,
      AWS_REGION: cloud.environment.region,
      AWS_ACCESS_KEY_ID: cloud.administrator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cloud.administrator.secretAccessKey,
      TABLE_NAME: output('TableName'),
      KEY_ARN: output('KeyArn'),
    },
  })
  let last: Promise<unknown> = Promise.resolve()
  async function command(operation: Command['operation']) {
    const reply = last.then(() => {
      worker.postMessage({ operation, organizationId, webhookId } satisfies Command)
      return once(worker, 'message')
    })
    last = reply
    const [result] = await reply
    return result
  }
  return {
    read: () => command('read'),
    failures: () => command('failures'),
    disable: () => command('disable'),
    enable: () => command('enable'),
    rotate: () => command('rotate'),
    deliveries: () => command('deliveries'),
    [Symbol.asyncDispose]: async () => {
      await worker.terminate()
    },
  }
}

async function work(): Promise<void> {
  const { findWebhook, getWebhook } = await import('@messaging/core/deliveries/webhooks/get-webhook.ts')
  const { disableWebhook, enableWebhook } = await import('@messaging/core/deliveries/webhooks/enable-webhook.ts')
  const { rotateSecret } = await import('@messaging/core/deliveries/webhooks/rotate-secret.ts')
  const { readLatest } = await import('@messaging/core/deliveries/webhooks/health.ts')
  const { DELIVERY_SHARD, DeliveryEntity } = await import('@messaging/core/deliveries/deliveries/delivery-entity.ts')
  const operations = {
    read: ({ organizationId, webhookId }: Command) => findWebhook(organizationId, webhookId),
    failures: async ({ organizationId, webhookId }: Command) => {
      const webhook = await getWebhook(organizationId, webhookId)
      return (await readLatest(webhook, 100, Date.now())).consecutiveFailures
    },
    disable: ({ organizationId, webhookId }: Command) => disableWebhook(organizationId, webhookId, Date.now()),
    enable: ({ organizationId, webhookId }: Command) => enableWebhook(organizationId, webhookId, Date.now()),
    rotate: ({ organizationId, webhookId }: Command) => rotateSecret(organizationId, webhookId, Date.now()),
    deliveries: async ({ webhookId }: Command) => {
      const key = { webhookId, shard: DELIVERY_SHARD }
      return (await DeliveryEntity.query.byId(key).go({ pages: 'all', order: 'desc', consistent: true })).data
    },
  }
  parentPort?.on('message', async (command: Command) =>
    parentPort?.postMessage(await operations[command.operation](command)),
  )
}

if (!isMainThread) await work()
