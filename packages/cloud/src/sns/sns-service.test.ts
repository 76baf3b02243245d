import { SNS } from '@aws-sdk/client-sns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround({
    Topic: { Type: 'AWS::SNS::Topic', Properties: {} },
    Subscribed: {
      Type: 'AWS::SNS::Subscription',
      Properties: { TopicArn: { Ref: 'Topic' }, Protocol: 'email', Endpoint: 'ops@example.com' },
    },
  })
})
afterAll(() => ground[Symbol.asyncDispose]())

const topic = () => ground.resource('Topic').physicalId
const subscriptions = async () =>
  (await new SNS(ground.administrator).listSubscriptionsByTopic({ TopicArn: topic() })).Subscriptions

test('lists the template’s subscriptions of a topic and those added later', async () => {
  const sns = new SNS(ground.administrator)
  expect(await subscriptions()).toMatchObject([{ Protocol: 'email', Endpoint: 'ops@example.com', TopicArn: topic() }])
  const { SubscriptionArn } = await sns.subscribe({ TopicArn: topic(), Protocol: 'sms', Endpoint: '+15550100' })
  expect(SubscriptionArn).toMatch(new RegExp(`^${topic()}:`))
  expect(await subscriptions()).toHaveLength(2)
  await sns.unsubscribe({ SubscriptionArn })
  expect(await subscriptions()).toHaveLength(1)
})

test('rejects calls without permission and unsupported calls', async () => {
  const stranger = new SNS(ground.as({ Effect: 'Allow', Action: 'sns:Publish', Resource: '*' }))
  await expect(stranger.listSubscriptionsByTopic({ TopicArn: topic() })).rejects.toMatchObject({
    name: 'AuthorizationErrorException',
    $metadata: { httpStatusCode: 403 },
  })
  await expect(new SNS(ground.administrator).listTopics({})).rejects.toMatchObject({ name: 'InvalidAction' })
})
