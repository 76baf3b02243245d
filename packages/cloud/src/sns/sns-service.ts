import { randomUUID } from 'node:crypto'
import type { Fauxqs } from '../engines/fauxqs.ts'
import type { Call, Service } from '../front-door/call.ts'
import { escapeXml } from '../front-door/error-shapes.ts'
import type { Forward } from '../front-door/forward.ts'
import { textOf } from '../json.ts'
import type { Environment, Resource } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** Supported actions on topics. Messages are not published. */
const ACTIONS = new Set(['ListSubscriptionsByTopic', 'Subscribe', 'Unsubscribe'])

/** Builds SNS with subscriptions, which the engine stores. An email address is confirmed at once: no mail is sent. */
export function snsService(forward: Forward, { region, accountId }: Environment): Service {
  return {
    actions: [...ACTIONS],
    refusals: {
      unknownClient: [403, 'InvalidClientTokenId'],
      denied: [403, 'AuthorizationError'],
      failed: [500, 'InternalError'],
      throttled: [429, 'Throttled', 'Rate exceeded'],
    },
    error: (_, status, code, message) => ({
      status,
      headers: { 'content-type': 'text/xml' },
      body: `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>${status < 500 ? 'Sender' : 'Receiver'}</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    }),
    access(call) {
      const form = formOf(call)
      const action = form.get('Action') ?? ''
      if (!ACTIONS.has(action)) throw new ServiceError(400, 'InvalidAction', `${action} is not supported`)
      const subscription = form.get('SubscriptionArn')
      const topic = form.get('TopicArn') ?? subscription?.slice(0, subscription.lastIndexOf(':'))
      return { action, needs: [{ action: `sns:${action}`, resource: topic ?? `arn:aws:sns:${region}:${accountId}:*` }] }
    },
    async handle(call) {
      const reply = await forward(call)
      if (reply.status >= 500) throw new ServiceError(500, 'InternalError', reply.body.toString())
      return reply
    },
  }
}

function formOf({ body }: Call): URLSearchParams {
  return new URLSearchParams(body.toString())
}

/** Creates the missing topic of an `AWS::SNS::Topic`. */
export function ensureTopic({ topics }: Pick<Fauxqs, 'topics'>, { physicalId }: Resource): void {
  const [, , , region = '', , name = ''] = physicalId.split(':')
  topics.createTopic(name, undefined, undefined, region)
}

/** Creates the missing subscription of an `AWS::SNS::Subscription`. */
export function ensureSubscription({ topics }: Pick<Fauxqs, 'topics'>, { properties }: Resource): void {
  const { TopicArn, Protocol, Endpoint } = properties
  topics.subscribe(textOf(TopicArn) ?? '', textOf(Protocol) ?? '', textOf(Endpoint) ?? '')
}
