import { decide, parsePolicy } from '../iam/policy.ts'
import { isObject, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'

/** The permissions of a distribution with origin access control under a bucket's policy. */
export interface BucketAccess {
  mayRead(key: string): boolean
  mayList(): boolean
}

/** Evaluates the bucket policies of the template. */
export function bucketAccess(bucket: Resource, distributionArn: string, resources: readonly Resource[]): BucketAccess {
  const policies = resources.filter(
    ({ type, properties }) => type === 'AWS::S3::BucketPolicy' && textOf(properties.Bucket) === bucket.physicalId,
  )
  const statements = policies
    .flatMap(({ properties }) => objectsOf(objectAt(properties, 'PolicyDocument').Statement))
    .filter(isAboutCloudFront)
  const parsed = parsePolicy({ Statement: statements })
  const context = new Map([
    ['aws:sourcearn', [distributionArn]],
    ['aws:sourceaccount', [distributionArn.split(':')[4] ?? '']],
    // CloudFront reads buckets over HTTPS.
    ['aws:securetransport', ['true']],
  ])
  const may = (action: string, resource: string) => decide(parsed, { action, resource, context }) === 'allow'
  return {
    mayRead: (key) => may('s3:GetObject', `${bucket.arn}/${key}`),
    mayList: () => may('s3:ListBucket', bucket.arn),
  }
}

function isAboutCloudFront({ Principal }: JsonObject): boolean {
  if (Principal === '*') return true
  if (!isObject(Principal)) return false
  return textsOf(Principal.Service).includes('cloudfront.amazonaws.com') || textsOf(Principal.AWS).includes('*')
}
