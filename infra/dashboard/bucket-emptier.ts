import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { CfnResource, Stack } from 'aws-cdk-lib/core'
import type { IConstruct } from 'constructs'

/**
 * Returns the custom resource that empties `bucket` on deletion. The CDK creates it for `autoDeleteObjects`. Its function first blocks
 * further writes to the bucket. This replaces the role's AWS managed policy by one that permits only writing to `logs`. The bucket
 * policy allows the function to empty the bucket.
 */
export function bucketEmptier(bucket: Bucket, logs: ILogGroup): IConstruct {
  const provider = Stack.of(bucket).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider')
  const [role, handler] = ['Role', 'Handler'].map((id) => provider.node.findChild(id))
  if (!CfnResource.isCfnResource(role) || !CfnResource.isCfnResource(handler))
    throw new Error('The CDK’s function that empties buckets is not at its expected path')
  const Statement = [
    { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: logs.logGroupArn },
  ]
  role.addPropertyDeletionOverride('ManagedPolicyArns')
  role.addPropertyOverride('Policies', [{ PolicyName: 'Logs', PolicyDocument: { Version: '2012-10-17', Statement } }])
  handler.addPropertyOverride('LoggingConfig', { LogGroup: logs.logGroupName })
  return bucket.node.findChild('AutoDeleteObjectsCustomResource')
}
