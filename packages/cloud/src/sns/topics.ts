import type { Fauxqs } from '../engines/fauxqs.ts'
import { textOf } from '../json.ts'
import type { Resource } from '../resource.ts'

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
