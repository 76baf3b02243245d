import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
let dynamodb: DynamoDB
beforeAll(async () => {
  const table = (enabled: boolean) => ({
    Type: 'AWS::DynamoDB::Table',
    Properties: {
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: enabled },
    },
  })
  ground = await startGround({ Kept: table(true), Lost: table(false) })
  dynamodb = new DynamoDB(ground.administrator)
})
afterAll(() => ground[Symbol.asyncDispose]())

const nameOf = (logicalId: string) => ground.resource(logicalId).physicalId

test('shows whether the template enables point-in-time recovery', async () => {
  const statusOf = async (TableName: string) => {
    const { ContinuousBackupsDescription } = await dynamodb.describeContinuousBackups({ TableName })
    return ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
  }
  expect([await statusOf(nameOf('Kept')), await statusOf(nameOf('Lost'))]).toEqual(['ENABLED', 'DISABLED'])
  await expect(statusOf('missing')).rejects.toMatchObject({ name: 'TableNotFoundException' })
})

test('restores a table with all its items, and not over another one', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `item ${index}`)
  for (const id of ids) await dynamodb.putItem({ TableName: nameOf('Kept'), Item: { pk: { S: id } } })
  const restore = (SourceTableName: string, TargetTableName = `${nameOf('Kept')}-restored`) =>
    dynamodb.restoreTableToPointInTime({ SourceTableName, TargetTableName, UseLatestRestorableTime: true })
  const { TableDescription } = await restore(nameOf('Kept'))
  expect(TableDescription?.TableName).toBe(`${nameOf('Kept')}-restored`)
  const { Items = [] } = await dynamodb.scan({ TableName: `${nameOf('Kept')}-restored` })
  expect(Items.map(({ pk }) => pk?.S).toSorted()).toEqual(ids.toSorted())
  await expect(restore(nameOf('Kept'))).rejects.toMatchObject({ name: 'TableAlreadyExistsException' })
  await expect(restore('missing', 'other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  const reader = new DynamoDB(ground.as({ Effect: 'Allow', Action: 'dynamodb:Scan', Resource: '*' }))
  const refused = { SourceTableName: nameOf('Kept'), TargetTableName: 'x', UseLatestRestorableTime: true }
  await expect(reader.restoreTableToPointInTime(refused)).rejects.toMatchObject({ name: 'AccessDeniedException' })
})
