import { fileURLToPath } from 'node:url'
import { createApp } from '@replywright/infra/create-app.ts'
import { SettingsError } from '@replywright/infra/setting-problems.ts'
import { buildStacks } from '@replywright/infra/stacks.ts'
import { Code } from 'aws-cdk-lib/aws-lambda'
import type { App, Stack } from 'aws-cdk-lib/core'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Creates the app. In a run of the CDK, invalid settings are printed without a stack trace, which would hide them. */
function readApp(stages: Readonly<Record<string, object>>): ReturnType<typeof createApp> {
  try {
    return createApp({ stages })
  } catch (error) {
    if (!(error instanceof SettingsError) || !process.env.CDK_OUTDIR) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

/**
 * Builds the app of a deployment, with all stacks of one stage, `Messaging-<stage>-…`. The stage is `prod`, or `-c stage=<name>`.
 * @param stages the settings of each stage, which `-c name=value` overrides
 * @throws Error that names each invalid setting
 */
export function createReplywright(stages: Readonly<Record<string, object>> = {}): { app: App; stacks: Stack[] } {
  if (Number.parseInt(process.versions.node, 10) < 24)
    throw new Error(
      `Node 24 or newer is required; this is ${process.version}. Install it: https://nodejs.org, or \`nvm install 24\``,
    )
  const { app, settings } = readApp(stages)
  const code = (entry: string) => Code.fromAsset(pathOf(`functions/${entry.replaceAll('/', '-')}`))
  return { app, stacks: buildStacks(app, { settings, code, site: pathOf('site') }) }
}
