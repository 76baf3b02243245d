import { Code } from 'aws-cdk-lib/aws-lambda'
import { App } from 'aws-cdk-lib/core'
import cdkJson from '../cdk.json' with { type: 'json' }
import { bundleFunctions } from './bundle.ts'
import { bundleDashboard } from './bundle-dashboard.ts'
import { readSettings } from './settings.ts'
import { buildStacks } from './stacks.ts'

process.once('disconnect', () => process.exit(1))
// A listener alone would keep the process running.
process.channel?.unref()

// The CDK command line passes cdk.json's context too. Other callers must get the same template.
const app = new App({ context: cdkJson.context, analyticsReporting: false })
const settings = readSettings((key) => app.node.tryGetContext(key))
const [functions, site] = await Promise.all([bundleFunctions(), settings.dashboard ? bundleDashboard() : ''])
const bundles = new Map(functions.map(({ name, directory }) => [name, directory]))

buildStacks(app, {
  settings,
  site,
  code: (entry) => {
    const directory = bundles.get(entry.replaceAll('/', '-'))
    if (!directory) throw new Error(`functions/${entry} does not exist`)
    return Code.fromAsset(directory)
  },
})
