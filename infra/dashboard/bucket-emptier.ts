import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { CfnResource, Stack } from 'aws-cdk-lib/core'
import type { IConstruct } from 'constructs'

/**
 * Returns the custom resource that empties `bucket` when it is deleted. The CDK makes it for `autoDeleteObjects`; its function then
 * refuses further writes to the bucket first. Here the function's role may write to `logs` only, instead of what a policy of
 * AWS's allows; the bucket's own policy lets it empty the bucket.
 */
export function bucketEmptier(bucket: Bucket, logs: ILogGroup): IConstruct {
  const provider = Stack.of(bucket).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider')
  const [role, handler] = ['Role', 'Handler'].map((id) => provider.node.findChild(id))
  if (!CfnResource.isCfnResource(role) || !CfnResource.isCfnResource(handler))
    throw new Error('The function that empties buckets is not where the CDK had it')
  const Statement = [
    { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: logs.logGroupArn },
  ]
  role.addPropertyDeletionOverride('ManagedPolicyArns')
  role.addPropertyOverride('Policies', [{ PolicyName: 'Logs', PolicyDocument: { Version: '2012-10-17', Statement } }])
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName })
  return bucket.node.findChild('AutoDeleteObjectsCustomResource')
}
