import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../resource.ts'
import { createResolver } from './resolve.ts'
import { parseStack } from './template.ts'

function resolverOf(...templates: readonly JsonObject[]) {
  const stacks = templates.map((template, index) => parseStack(`Stack${index + 1}`, template))
  return createResolver(stacks, {
    environment: { region: 'eu-central-1', accountId: '000000000000' },
    endpointUrl: 'http://127.0.0.1:4000',
    functionUrl: ({ logicalId }) => `http://127.0.0.1:5000/${logicalId}/`,
    localize: (text) => text.replace('https://api.amazonaws.com', 'http://127.0.0.1:6000'),
  })
}

/** Resolves a value in a template with one resource of each kind. */
function resolved(value: Json): Json | undefined {
  const resolver = resolverOf({
    Parameters: {
      BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/version' },
      Stage: { Type: 'String', Default: 'local' },
      Open: { Type: 'String' },
    },
    Mappings: { Sizes: { local: { memory: 128 } } },
    Conditions: {
      IsLocal: { 'Fn::Equals': [{ Ref: 'Stage' }, 'local'] },
      IsProd: { 'Fn::Not': [{ Condition: 'IsLocal' }] },
      Both: { 'Fn::And': [{ Condition: 'IsLocal' }, { Condition: 'IsProd' }] },
      Either: { 'Fn::Or': [{ Condition: 'IsLocal' }, { Condition: 'IsProd' }] },
    },
    Resources: {
      Subject: { Type: 'AWS::Logs::LogGroup', Properties: { Value: value } },
      Queue: { Type: 'AWS::SQS::Queue' },
      Fifo: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
      Table: { Type: 'AWS::DynamoDB::GlobalTable' },
      Named: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { 'Fn::Sub': '${Stage}-table' } } },
      Function: { Type: 'AWS::Lambda::Function' },
      Url: { Type: 'AWS::Lambda::Url', Properties: { TargetFunctionArn: { 'Fn::GetAtt': ['Function', 'Arn'] } } },
    },
  })
  return resolver.resource({ stack: 'Stack1', logicalId: 'Subject' }).properties.Value
}

const FUNCTION_ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:Stack1-Function'

const cases: readonly (readonly [Json, Json | undefined])[] = [
  ['plain', 'plain'],
  [
    [1, true, { Ref: 'Stage' }, ['nested']],
    [1, true, 'local', ['nested']],
  ],
  [{ Ref: 'AWS::Region' }, 'eu-central-1'],
  [{ Ref: 'AWS::AccountId' }, '000000000000'],
  [{ Ref: 'BootstrapVersion' }, '/cdk-bootstrap/version'],
  [{ Ref: 'AWS::NoValue' }, undefined],
  [
    ['a', { Ref: 'AWS::NoValue' }, 'b'],
    ['a', 'b'],
  ],
  [{ a: { Ref: 'AWS::NoValue' }, b: 1 }, { b: 1 }],
  [{ Ref: 'Queue' }, 'http://127.0.0.1:4000/000000000000/Stack1-Queue'],
  [{ Ref: 'Fifo' }, 'http://127.0.0.1:4000/000000000000/Stack1-Fifo.fifo'],
  [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:eu-central-1:000000000000:Stack1-Queue'],
  [{ 'Fn::GetAtt': 'Queue.QueueName' }, 'Stack1-Queue'],
  [{ Ref: 'Table' }, 'Stack1-Table'],
  [{ Ref: 'Named' }, 'local-table'],
  [{ Ref: 'Url' }, FUNCTION_ARN],
  [{ 'Fn::GetAtt': ['Url', 'FunctionUrl'] }, 'http://127.0.0.1:5000/Url/'],
  [{ 'Fn::Join': ['/', ['a', { Ref: 'Stage' }, 1]] }, 'a/local/1'],
  [{ 'Fn::Join': ['-', { 'Fn::Split': [':', 'a:b'] }] }, 'a-b'],
  [{ 'Fn::Join': ['', ['https://api.', { Ref: 'AWS::URLSuffix' }, '/x']] }, 'http://127.0.0.1:6000/x'],
  [{ 'Fn::Select': ['1', ['a', 'b']] }, 'b'],
  [{ 'Fn::Select': [6, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Function', 'Arn'] }] }] }, 'Stack1-Function'],
  [{ 'Fn::Sub': '${Stage}:${Function.Arn}:${!Literal}:${AWS::Partition}' }, `local:${FUNCTION_ARN}:\${Literal}:aws`],
  [{ 'Fn::Sub': ['${a}-${Stage}', { a: { Ref: 'Table' } }] }, 'Stack1-Table-local'],
  [{ 'Fn::Base64': 'hello' }, 'aGVsbG8='],
  [{ 'Fn::FindInMap': ['Sizes', { Ref: 'Stage' }, 'memory'] }, 128],
  [{ 'Fn::If': ['IsLocal', 'yes', { Ref: 'NoSuchThing' }] }, 'yes'],
  [{ 'Fn::If': ['IsProd', 'yes', 'no'] }, 'no'],
  [{ 'Fn::If': ['Both', 'yes', 'no'] }, 'no'],
  [{ 'Fn::If': ['Either', 'yes', 'no'] }, 'yes'],
  [{ Condition: { StringEquals: { a: 'b' } } }, { Condition: { StringEquals: { a: 'b' } } }],
]

test.each(cases)('%j → %j', (value, expected) => {
  expect(resolved(value)).toEqual(expected)
})

test.each([
  [{ Ref: 'NoSuchThing' }, 'Stack1 has no resource or parameter NoSuchThing'],
  [{ Ref: 'Open' }, 'Stack1: the parameter Open has no default value'],
  [{ 'Fn::GetAtt': ['Queue', 'Colour'] }, 'Stack1/Queue: the attribute Colour of AWS::SQS::Queue is not supported'],
  [{ 'Fn::Cidr': ['10.0.0.0/8', 1, 8] }, 'Stack1: the intrinsic function Fn::Cidr is not supported'],
  [{ 'Fn::ImportValue': 'nothing' }, 'Stack1: no stack exports nothing'],
  ['{{resolve:secretsmanager:x}}', 'Stack1: dynamic references are not supported'],
  [{ 'Fn::Select': [5, ['a']] }, 'Fn::Select has no item'],
] as const)('throws for %j', (value, message) => {
  expect(() => resolved(value)).toThrow(message)
})

describe('a resource', () => {
  test('throws an error that names an unsupported type', () => {
    const resolver = resolverOf({ Resources: { Disk: { Type: 'AWS::EFS::FileSystem' } } })
    expect(() => resolver.resource({ stack: 'Stack1', logicalId: 'Disk' })).toThrow(
      'Stack1/Disk: resources of type AWS::EFS::FileSystem are not supported',
    )
  })

  test('omits a resource whose condition is false', () => {
    const { identities } = resolverOf({
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Resources: { A: { Type: 'AWS::SQS::Queue', Condition: 'Never' }, B: { Type: 'AWS::SQS::Queue' } },
    })
    expect(identities).toEqual([{ stack: 'Stack1', logicalId: 'B', type: 'AWS::SQS::Queue' }])
  })

  test('shortens the name of a resource with a long logical id to the service’s limit', () => {
    const logicalId = 'L'.repeat(300)
    const nameOf = (Type: string) =>
      resolverOf({ Resources: { [logicalId]: { Type } } }).resource({ stack: 'Stack1', logicalId })
    expect(nameOf('AWS::Lambda::Function').physicalId).toHaveLength(64)
    expect(nameOf('AWS::S3::Bucket').physicalId).toMatch(/^[a-z0-9.-]{63}$/)
    expect(nameOf('AWS::Lambda::Function').physicalId).toBe(nameOf('AWS::Lambda::Function').physicalId)
  })

  test('throws for a resource that refers to itself', () => {
    const resolver = resolverOf({
      Resources: { A: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { 'Fn::Sub': '${A}' } } } },
    })
    expect(() => resolver.resource({ stack: 'Stack1', logicalId: 'A' })).toThrow('Circular reference through A')
  })
})

test('imports the export of another stack, in any order of the stacks', () => {
  const importing = {
    Resources: { Group: { Type: 'AWS::Logs::LogGroup', Properties: { Table: { 'Fn::ImportValue': 'Stack2:Table' } } } },
    Outputs: { Imported: { Value: { 'Fn::ImportValue': { 'Fn::Sub': 'Stack2:Table' } } } },
  }
  const exporting = {
    Resources: { Table: { Type: 'AWS::DynamoDB::Table' } },
    Outputs: { T: { Value: { Ref: 'Table' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Table' } } } },
  }
  const resolver = resolverOf(importing, exporting)
  expect(resolver.resource({ stack: 'Stack1', logicalId: 'Group' }).properties).toEqual({ Table: 'Stack2-Table' })
  expect(resolver.outputs()).toEqual({ Stack1: { Imported: 'Stack2-Table' }, Stack2: { T: 'Stack2-Table' } })
})
