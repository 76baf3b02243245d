import { actAsAdministrator } from './administrator.ts'
import { startSharedService } from './shared-service.ts'

// Before any test file loads core, which reads its environment once.
const { dataDir } = await startSharedService()
await actAsAdministrator(dataDir)
