import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { Cloud } from '@messaging/cloud/cloud.ts'
import type { DeliveryItem } from '@messaging/core/deliveries/deliveries/delivery-entity.ts'
import type { WebhookItem } from '@messaging/core/deliveries/webhooks/webhook-entity.ts'

interface Order {
  readonly operation: 'read' | 'failures' | 'disable' | 'enable' | 'rotate' | 'deliveries'
  readonly organizationId: string
  readonly webhookId: string
}

/** What operators and the dashboard do with one webhook, by core's own operations and with the administrator's rights. */
export interface WebhookOperator extends AsyncDisposable {
  read(): Promise<WebhookItem>
  /** Its present failures in a row. */
  failures(): Promise<number>
  disable(): Promise<WebhookItem>
  enable(): Promise<WebhookItem>
  /** Answers the new signing secret. */
  rotate(): Promise<string>
  /** Its deliveries, the latest first. */
  deliveries(): Promise<DeliveryItem[]>
}

/** Runs core in a thread of its own, because it reads its environment once, when it is loaded. One order at a time. */
export function webhookOperator(cloud: Cloud, organizationId: string, webhookId: string): WebhookOperator {
  const output = (name: string) => Object.values(cloud.outputs).flatMap((outputs) => outputs[name] ?? [])[0] ?? ''
  const worker = new Worker(new URL(import.meta.url), {
    // Its log lines are not the test's.
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
  async function order(operation: Order['operation']) {
    const answer = last.then(() => {
      worker.postMessage({ operation, organizationId, webhookId } satisfies Order)
      return once(worker, 'message')
    })
    last = answer
    const [result] = await answer
    return result
  }
  return {
    read: () => order('read'),
    failures: () => order('failures'),
    disable: () => order('disable'),
    enable: () => order('enable'),
    rotate: () => order('rotate'),
    deliveries: () => order('deliveries'),
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
    read: ({ organizationId, webhookId }: Order) => findWebhook(organizationId, webhookId),
    failures: async ({ organizationId, webhookId }: Order) => {
      const webhook = await getWebhook(organizationId, webhookId)
      return (await readLatest(webhook, 100, Date.now())).consecutiveFailures
    },
    disable: ({ organizationId, webhookId }: Order) => disableWebhook(organizationId, webhookId, Date.now()),
    enable: ({ organizationId, webhookId }: Order) => enableWebhook(organizationId, webhookId, Date.now()),
    rotate: ({ organizationId, webhookId }: Order) => rotateSecret(organizationId, webhookId, Date.now()),
    deliveries: async ({ webhookId }: Order) => {
      const key = { webhookId, shard: DELIVERY_SHARD }
      return (await DeliveryEntity.query.byId(key).go({ pages: 'all', order: 'desc', consistent: true })).data
    },
  }
  parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await operations[order.operation](order)))
}

if (!isMainThread) await work()
