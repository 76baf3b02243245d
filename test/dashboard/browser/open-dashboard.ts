import type { Service } from '@replywright/local/start-service.ts'
import { startTestService, type TestServiceOptions } from '../../support/service.ts'
import { takeBrowser } from './chromium.ts'
import { reportVisitors } from './in-browser.ts'
import { signIn } from './session-pages.ts'
import { type Visitor, visit } from './visitor.ts'

/** A service, and the demo user in a browser. */
export interface OpenDashboard extends Visitor {
  readonly service: Service
  /** Closes the page and ends the service. */
  close(): Promise<void>
}

/** Starts the service and a browser, and signs the demo user in at a path. */
export async function openDashboard(path = '/', options: TestServiceOptions = {}): Promise<OpenDashboard> {
  const [service, browser] = await Promise.all([startTestService(options), takeBrowser()])
  const visitor = await visit(browser, service.ready.dashboardUrl)
  try {
    await visitor.page.goto(path)
    await signIn(visitor.page, service.ready)
  } catch (error) {
    await reportVisitors('sign in')
    throw error
  }
  const close = async () => {
    await visitor[Symbol.asyncDispose]()
    await service.stop()
  }
  return { ...visitor, service, close }
}
