import type { ConsolePage } from './core/consolePage.ts';
import { agreedTextsPage } from './pages/AgreedTexts.tsx';
import { closedAttentionPage } from './pages/AttentionClosed.tsx';
import { attentionPage } from './pages/AttentionDone.tsx';
import { auditFilePage, auditPage } from './pages/Audit.tsx';
import { allBrandsPage, brandPage } from './pages/brands/Brands.tsx';
import { bookPage, thisMonthPage } from './pages/ledger/Books.tsx';
import { menuPage } from './pages/Menu.tsx';
import { changePricePage } from './pages/prices/ChangePrice.tsx';
import { confirmPricePage, declinePricePage, withdrawPricePage } from './pages/prices/decisions.tsx';
import { allPricesPage } from './pages/prices/Prices.tsx';
import { revertImportPage } from './pages/prices/revertImport.tsx';
import { tariffPage } from './pages/prices/Tariff.tsx';
import { reportPage, thisReportPage } from './pages/reports/Reports.tsx';
import { sessionPage } from './pages/Session.tsx';
import { sessionActPage } from './pages/SessionAct.tsx';
import { sessionsFilePage, sessionsPage } from './pages/Sessions.tsx';
import { endSignInsPage, signedInPage } from './pages/SignedIn.tsx';
import { connectionPage } from './pages/stations/Connection.tsx';
import { answerFaultPage, closeFaultsPage, faultPhotoPage } from './pages/stations/faultPages.tsx';
import { updateFirmwarePage } from './pages/stations/firmwarePage.tsx';
import { labelsFilePage, labelsPage } from './pages/stations/Labels.tsx';
import { limitChargingPage, removeLimitPage } from './pages/stations/limitPages.tsx';
import {
  changePasswordPage,
  changeSettingPage,
  inServicePage,
  outOfServicePage,
  readSettingsPage,
  requestLogPage,
  restartStationPage,
  triggerPage,
} from './pages/stations/ocppActPages.tsx';
import { pointPage } from './pages/stations/Point.tsx';
import { resetStationPage, switchOffPage, switchOnPage, unlockPlugPage } from './pages/stations/pointActPages.tsx';
import { stationPage } from './pages/stations/Station.tsx';
import { stationLogFilePage, stationLogFilesPage } from './pages/stations/StationLogFiles.tsx';
import { stationMessagesPage } from './pages/stations/StationMessages.tsx';
import { stationSettingsPage } from './pages/stations/StationSettings.tsx';
import { pointsFilePage, stationsFilePage, stationsPage } from './pages/stations/Stations.tsx';
import {
  addConnectionPage,
  addStationPage,
  addStationsPage,
  confirmPartiesPage,
  newPasswordPage,
  withdrawPartiesPage,
} from './pages/stations/stationActPages.tsx';
import { todayPage } from './pages/Today.tsx';
import { addTokenPage, revokeTokenPage, tokensPage } from './pages/Tokens.tsx';
import { webhookPage } from './pages/webhooks/Webhook.tsx';
import { webhooksPage } from './pages/webhooks/Webhooks.tsx';
import {
  addWebhookPage,
  redeliverWebhookPage,
  removeWebhookPage,
  rotateWebhookPage,
  switchWebhookOnPage,
  testWebhookPage,
} from './pages/webhooks/webhookActPages.tsx';

/** All pages of the console. The first page whose path matches is used, so specific paths come first. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  todayPage,
  closedAttentionPage,
  attentionPage,
  sessionsPage,
  sessionsFilePage,
  sessionPage,
  agreedTextsPage,
  sessionActPage,
  menuPage,
  signedInPage,
  endSignInsPage,
  tokensPage,
  addTokenPage,
  revokeTokenPage,
  thisMonthPage,
  bookPage,
  thisReportPage,
  reportPage,
  allPricesPage,
  changePricePage,
  confirmPricePage,
  declinePricePage,
  withdrawPricePage,
  tariffPage,
  revertImportPage,
  allBrandsPage,
  brandPage,
  auditPage,
  auditFilePage,
  stationsPage,
  pointsFilePage,
  stationsFilePage,
  addStationPage,
  addStationsPage,
  addConnectionPage,
  pointPage,
  closeFaultsPage,
  answerFaultPage,
  faultPhotoPage,
  resetStationPage,
  switchOffPage,
  switchOnPage,
  unlockPlugPage,
  stationPage,
  newPasswordPage,
  restartStationPage,
  outOfServicePage,
  inServicePage,
  triggerPage,
  changePasswordPage,
  limitChargingPage,
  removeLimitPage,
  stationMessagesPage,
  stationSettingsPage,
  readSettingsPage,
  changeSettingPage,
  updateFirmwarePage,
  stationLogFilesPage,
  requestLogPage,
  stationLogFilePage,
  connectionPage,
  confirmPartiesPage,
  withdrawPartiesPage,
  labelsPage,
  labelsFilePage,
  webhooksPage,
  addWebhookPage,
  webhookPage,
  testWebhookPage,
  redeliverWebhookPage,
  rotateWebhookPage,
  switchWebhookOnPage,
  removeWebhookPage,
];
