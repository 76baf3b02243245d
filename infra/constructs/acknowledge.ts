import { CfnElement, Stack, Validations } from 'aws-cdk-lib/core'
import type { IConstruct } from 'constructs'

/** Tells cdk-nag why a rule (`AwsSolutions-S1`) does not apply to `scope`. */
export function acknowledge(scope: IConstruct, id: string, reason: string): void {
  Validations.of(scope).acknowledge({ id, reason })
}

/** Tells cdk-nag why a policy of `scope` may contain a wildcard: the ARN of `resource` followed by `suffix`. */
export function acknowledgeWildcard(scope: IConstruct, resource: IConstruct, suffix: string, reason: string): void {
  const element = resource.node.defaultChild
  if (!CfnElement.isCfnElement(element)) throw new Error(`${resource.node.path} is not a resource`)
  const logicalId: string = Stack.of(element).resolve(element.logicalId)
  acknowledge(scope, `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>${suffix}]`, reason)
}
