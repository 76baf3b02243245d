import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

vi.stubEnv('LOG_LEVEL', 'info')
const { attemptDelivery } = await import('./attempt-delivery.ts')
const { DeliveryEntity } = await import('./delivery-entity.ts')
const { newDelivery } = await import('./new-delivery.ts')

const AT = 1_795_167_600_000
const dynamodb = mockClient(DynamoDBDocumentClient)
const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => {
  dynamodb.reset()
  written.mockClear()
})
afterAll(() => {
  dynamodb.restore()
  written.mockRestore()
  vi.unstubAllEnvs()
})

describe('a delivery to a disabled webhook', () => {
  const reference = { organizationId: 'o1', webhookId: 'w1', deliveryId: 'd1' }
  const { delivery } = newDelivery({
    deliveryDays: 30,
    ...reference,
    id: 'd1',
    event: 'message.received',
    payload: '{}',
    at: AT,
  })
  const request = {
    reference,
    message: { id: 'm1', receiveCount: 1, relayedAt: AT, sentAt: AT },
    readWebhook: async () => null,
  }
  const time = { clock: () => AT }
  const attempt = async () => {
    dynamodb.on(GetCommand).resolves({ Item: DeliveryEntity.put(delivery).params().Item })
    expect(await attemptDelivery(request, time)).toEqual({ kind: 'delete' })
    return written.mock.calls.map(([text]) => JSON.parse(String(text)))
  }

  test('counts as a failure', async () => {
    dynamodb.on(UpdateCommand).resolves({})
    expect(await attempt()).toMatchObject([{ event: 'delivery.not_attempted', DeliveryFailures: 1 }])
  })

  test('does not count as a failure if another worker attempted it in the meantime', async () => {
    dynamodb.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'refused', $metadata: {} }))
    expect(await attempt()).toEqual([])
  })
})

describe('a message that reconciliation sent', () => {
  const reference = { organizationId: 'o1', webhookId: 'w1', deliveryId: 'd1' }
  const { delivery } = newDelivery({
    deliveryDays: 30,
    ...reference,
    id: 'd1',
    event: 'message.received',
    payload: '{}',
    at: AT,
  })
  const receive = async (receiveCount: number) =>
    await attemptDelivery(
      {
        reference,
        message: { id: 'copy', receiveCount, relayedAt: AT, sentAt: AT, isRepeat: true },
        readWebhook: async () => null,
      },
      { clock: () => AT },
    )

  test('takes the lease of a first attempt, and waits for an attempt that may be running without one', async () => {
    dynamodb.on(UpdateCommand).resolves({ Attributes: DeliveryEntity.put(delivery).params().Item })
    expect(await receive(1)).toEqual({ kind: 'keep', visibilitySeconds: 30 })
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(1)
    // The attempt of the second receive: the webhook does not exist.
    expect(await receive(2)).toEqual({ kind: 'delete' })
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(3)
  })
})
