import { expect, test } from 'vitest'
import { lossesIn, removedExportsIn } from './guard-diff.ts'

/** Printed by `cdk diff --method template` for the stack Data, and for changes of the same kinds. */
const DIFF = `Stack Messaging-prod-Data
Resources
[-] AWS::S3::Bucket Objects/Bucket OldBucket orphan
[-] AWS::SQS::Queue Gone destroy
[-] AWS::Lambda::Function Gone2 destroy
[~] AWS::KMS::Key Secrets/Key SecretsKey9BF95D68
 └─ [~] MultiRegion
[~] AWS::DynamoDB::GlobalTable Items/Table ItemsTableE2D1F4C3 replace
 ├─ [~] AttributeDefinitions
 └─ [~] KeySchema (requires replacement)
[~] AWS::S3::BucketPolicy Objects/Bucket/Policy ObjectsBucketPolicy61D75411 replace
 └─ [~] Bucket (requires replacement)
[~] AWS::Cognito::UserPool Users/Pool UsersPoolBFC35D3B may be replaced
 └─ [~] UsernameAttributes (may cause replacement)
[+] AWS::SQS::Queue New/Queue NewQueue
[~] AWS::Lambda::Function Answer/Function AnswerFunction replace
`

test('finds removed exports of which other stacks of the stage may still import the value', () => {
  const used = `[-] Output Exports/Output{"Fn::GetAtt":["MeGetFunction","Arn"]} ExportsOutputFnGetAttMeGetFunctionArn: {"Value":{}}`
  const others = [
    `[+] Output Exports/Output{"Ref":"X"} ExportsOutputRefX: {"Value":{"Ref":"X"}}`,
    '[-] Output SiteUrl SiteUrl: {"Value":"https://example.com"}',
  ]
  expect(removedExportsIn([...others, used, DIFF].join('\n'))).toEqual([used])
})

test('finds resources with data that would be replaced or removed, and no others', () => {
  expect(lossesIn(DIFF)).toEqual([
    '[-] AWS::S3::Bucket Objects/Bucket OldBucket orphan',
    '[-] AWS::SQS::Queue Gone destroy',
    '[~] AWS::DynamoDB::GlobalTable Items/Table ItemsTableE2D1F4C3 replace',
    '[~] AWS::Cognito::UserPool Users/Pool UsersPoolBFC35D3B may be replaced',
  ])
  expect(lossesIn('Stack Messaging-prod-Data\nThere were no differences\n')).toEqual([])
})
