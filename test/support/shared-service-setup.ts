import { actAsAdministrator, administratorOf } from './administrator.ts'
import { startSharedService } from './shared-service.ts'

// Runs before any test file loads core, which reads its environment once.
const { service, dataDir } = await startSharedService()
await actAsAdministrator(dataDir)
Object.assign(process.env, {
  BUCKET_NAME: administratorOf(service).bucket,
  ORGANIZATION_SLOTS: '3',
  SLOT_LEASE_SECONDS: '60',
})
