import { Stack } from 'aws-cdk-lib/core'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { ServiceFunction } from '../constructs/service-function.ts'
import type { Settings } from '../settings.ts'
import type { DashboardRight } from './dashboard-right.ts'

/** Allows a route to create API keys with the tags of this deployment and add them to the usage plan. */
export const createsApiKeys: DashboardRight = ({ usagePlanId, settings }, route) => {
  const { partition, region } = Stack.of(route)
  // AWS authorizes the tags of a new key separately, by the percent-encoded ARN of a key without an id.
  const tagged = `/tags/arn%3A${partition}%3Aapigateway%3A${region}%3A%3A%2Fapikeys%2F*`
  route.allow(
    { actions: ['apigateway:POST'], resources: [gatewayArn(route, `/usageplans/${usagePlanId}/keys`)] },
    { USAGE_PLAN_ID: usagePlanId },
  )
  route.allow({
    actions: ['apigateway:POST'],
    resources: [gatewayArn(route, '/apikeys')],
    conditions: { StringEquals: keyTags('Request', settings) },
  })
  route.allow({
    actions: ['apigateway:PUT'],
    resources: [gatewayArn(route, tagged)],
    conditions: { StringEquals: keyTags('Request', settings) },
  })
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/tags/arn%3A<AWS::Partition>%3Aapigateway%3A<AWS::Region>%3A%3A%2Fapikeys%2F*]',
    'API Gateway chooses the id of each key. The condition allows the tags of this deployment only.',
  )
}

/** Allows a route to delete API keys with the tags of this deployment. API Gateway chooses their ids. */
export const deletesApiKeys: DashboardRight = ({ settings }, route) => {
  route.allow({
    actions: ['apigateway:DELETE'],
    resources: [gatewayArn(route, '/apikeys/*')],
    conditions: { StringEquals: keyTags('Resource', settings) },
  })
  acknowledge(
    route,
    'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]',
    'API Gateway chooses the id of each key. The condition allows keys with the tags of this deployment only.',
  )
}

/** Returns the tags that core adds to each key, as condition keys. */
function keyTags(of: 'Request' | 'Resource', { stage }: Settings): Readonly<Record<string, string>> {
  return { [`aws:${of}Tag/service`]: 'messaging', [`aws:${of}Tag/stage`]: stage }
}

/** Returns an ARN of API Gateway's control plane, which has no account id. */
function gatewayArn(route: ServiceFunction, path: string): string {
  const { partition, region } = Stack.of(route)
  return `arn:${partition}:apigateway:${region}::${path}`
}
