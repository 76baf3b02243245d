import {
  type Identity,
  named,
  physicalName,
  type ResourceKind,
  regionalArn,
  required,
  type Subject,
  shortId,
  uuid,
} from './resource-kind.ts'

const ID_LENGTH = 13

const distributionId = ({ identity }: Subject) => `E${shortId(identity, ID_LENGTH).toUpperCase()}`

/** Returns a distribution's domain name. After `https://` it is replaced with the distribution's local address. */
export function distributionDomain(identity: Identity): string {
  return `d${shortId(identity, ID_LENGTH)}.cloudfront.net`
}

/** A part of a distribution that `Ref` identifies by its id. */
const withId: ResourceKind = {
  ref: ({ identity }) => uuid(identity),
  attributes: { Id: ({ identity }) => uuid(identity) },
}

const functionArn = (subject: Subject) =>
  `arn:aws:cloudfront::${subject.environment.accountId}:function/${named('Name', 64)(subject)}`

const layerArn = (subject: Subject) => regionalArn('lambda', subject, `layer:${physicalName(subject.identity, 64)}:1`)

/** Types of Amazon CloudFront, and the custom resources with which the CDK fills buckets. */
export const CLOUDFRONT_KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::CloudFront::Distribution': {
    ref: distributionId,
    arn: (subject) => `arn:aws:cloudfront::${subject.environment.accountId}:distribution/${distributionId(subject)}`,
    attributes: { Id: distributionId, DomainName: ({ identity }) => distributionDomain(identity) },
  },
  'AWS::CloudFront::OriginAccessControl': withId,
  'AWS::CloudFront::CachePolicy': withId,
  'AWS::CloudFront::OriginRequestPolicy': withId,
  'AWS::CloudFront::ResponseHeadersPolicy': withId,
  'AWS::CloudFront::Function': {
    ref: functionArn,
    arn: functionArn,
    attributes: { FunctionARN: functionArn, Stage: () => 'LIVE', 'FunctionMetadata.FunctionARN': functionArn },
  },
  'AWS::Lambda::LayerVersion': {
    ref: layerArn,
    arn: layerArn,
    attributes: { LayerVersionArn: layerArn },
  },
  // This resource acts when its stack is deleted, which never happens here.
  'Custom::S3AutoDeleteObjects': { ref: ({ identity }) => physicalName(identity) },
  'Custom::CDKBucketDeployment': {
    ref: ({ identity }) => physicalName(identity),
    attributes: {
      DestinationBucketArn: (subject) => `arn:aws:s3:::${required(subject, 'DestinationBucketName')}`,
    },
  },
}
