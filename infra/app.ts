import { Code } from 'aws-cdk-lib/aws-lambda'
import { EventBusStack } from '../examples/event-bus/stack.ts'
import { bundleFunctions } from './bundle.ts'
import { bundleDashboard } from './bundle-dashboard.ts'
import { createApp } from './create-app.ts'
import { SettingsError } from './setting-problems.ts'
import { buildStacks } from './stacks.ts'

process.once('disconnect', () => process.exit(1))
// A listener alone would keep the process running.
process.channel?.unref()

const { app, settings } = readApp()
const [functions, site] = await Promise.all([bundleFunctions(), settings.dashboard ? bundleDashboard() : ''])
const bundles = new Map(functions.map(({ name, directory }) => [name, directory]))

// An event bus to try webhooks with.
if (settings.stage === 'local') new EventBusStack(app, 'Example-EventBus', { busName: 'shop', webhookId: 'all' })

buildStacks(app, {
  settings,
  site,
  code: (entry) => {
    const directory = bundles.get(entry.replaceAll('/', '-'))
    if (!directory) throw new Error(`functions/${entry} does not exist`)
    return Code.fromAsset(directory)
  },
})

/** Creates the app. Invalid settings are printed without a stack trace, which would hide them. */
function readApp(): ReturnType<typeof createApp> {
  try {
    return createApp()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}
