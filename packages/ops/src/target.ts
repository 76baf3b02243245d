import { readFile } from 'node:fs/promises'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import * as v from 'valibot'

const Endpoint = v.object({ environment: v.record(v.string(), v.string()) })

/** Outputs of the stacks that the commands need, and the variable that core reads each from. */
const VARIABLES = {
  TableName: 'TABLE_NAME',
  KeyArn: 'KEY_ARN',
  UsagePlanId: 'USAGE_PLAN_ID',
} as const

/**
 * Points core at what `npm start` runs (`--local`, found in its data directory) or at the stacks of a stage on AWS (ordinary
 * AWS credentials and region). Must be called before core is loaded.
 */
export async function aimAt(target: { readonly local: boolean; readonly stage: string }): Promise<void> {
  Object.assign(process.env, target.local ? await localEnvironment() : await stackEnvironment(target.stage))
}

async function localEnvironment(): Promise<Record<string, string>> {
  const dataDir = process.env.DATA_DIR || '.local'
  try {
    return v.parse(Endpoint, JSON.parse(await readFile(`${dataDir}/administrator.json`, 'utf8'))).environment
  } catch (cause) {
    throw new Error(`Nothing runs on ${dataDir}. Start it with npm start, or name a stage on AWS with --stage.`, {
      cause,
    })
  }
}

async function stackEnvironment(stage: string): Promise<Record<string, string>> {
  const cloudFormation = new CloudFormationClient({})
  const environment: Record<string, string> = { STAGE: stage }
  for (const stack of ['Data', 'Api']) {
    const name = `Messaging-${stage}-${stack}`
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }))
    for (const { OutputKey, OutputValue } of Stacks[0]?.Outputs ?? []) {
      const variable = Object.entries(VARIABLES).find(([output]) => output === OutputKey)?.[1]
      if (variable && OutputValue) environment[variable] = OutputValue
    }
  }
  return environment
}
