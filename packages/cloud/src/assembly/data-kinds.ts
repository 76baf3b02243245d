import { isTrue, textOf } from '../json.ts'
import { named, physicalName, type ResourceKind, regionalArn, required, type Subject, uuid } from './resource-kind.ts'

/** Label of every stream ARN in a template. The engine's own label differs for each new table. */
export const STREAM_LABEL = '2026-01-01T00:00:00.000'

const tableName = named('TableName')
const bucketName = ({ identity, property }: Subject) =>
  textOf(property('BucketName')) ?? physicalName(identity, 63).toLowerCase()

function queueName({ identity, property }: Subject): string {
  const suffix = isTrue(property('FifoQueue')) ? '.fifo' : ''
  return textOf(property('QueueName')) ?? `${physicalName(identity, 75)}${suffix}`
}

function queueUrl(subject: Subject): string {
  return `${subject.endpointUrl}/${subject.environment.accountId}/${queueName(subject)}`
}

const table: ResourceKind = {
  ref: tableName,
  arn: (subject) => regionalArn('dynamodb', subject, `table/${tableName(subject)}`),
  attributes: {
    StreamArn: (subject) => regionalArn('dynamodb', subject, `table/${tableName(subject)}/stream/${STREAM_LABEL}`),
    TableId: ({ identity }) => uuid(identity),
  },
}

const topicArn = (subject: Subject) => regionalArn('sns', subject, named('TopicName')(subject))

/** Types that store or transport data. */
export const DATA_KINDS: Readonly<Record<string, ResourceKind>> = {
  'AWS::DynamoDB::Table': table,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::SQS::Queue': {
    ref: queueUrl,
    arn: (subject) => regionalArn('sqs', subject, queueName(subject)),
    attributes: { QueueName: queueName, QueueUrl: queueUrl },
  },
  'AWS::SQS::QueuePolicy': { ref: ({ identity }) => physicalName(identity) },
  'AWS::S3::Bucket': {
    ref: bucketName,
    arn: (subject) => `arn:aws:s3:::${bucketName(subject)}`,
    attributes: {
      DomainName: (subject) => `${bucketName(subject)}.s3.amazonaws.com`,
      RegionalDomainName: (subject) => `${bucketName(subject)}.s3.${subject.environment.region}.amazonaws.com`,
    },
  },
  'AWS::S3::BucketPolicy': { ref: ({ identity }) => physicalName(identity) },
  'AWS::SNS::Topic': {
    ref: topicArn,
    arn: topicArn,
    attributes: { TopicArn: topicArn, TopicName: named('TopicName') },
  },
  'AWS::SNS::TopicPolicy': { ref: ({ identity }) => physicalName(identity) },
  'AWS::SNS::Subscription': { ref: (subject) => `${required(subject, 'TopicArn')}:${uuid(subject.identity)}` },
  'AWS::KMS::Key': {
    ref: ({ identity }) => uuid(identity),
    arn: (subject) => regionalArn('kms', subject, `key/${uuid(subject.identity)}`),
    attributes: { KeyId: ({ identity }) => uuid(identity) },
  },
  'AWS::KMS::Alias': { ref: (subject) => required(subject, 'AliasName') },
}
