export { accountsOfChart } from "./defaults.ts";
export { fileFormOf, makeJournal } from "./make-journal.ts";
export { type BookingPlan, checkBooking, planBooking } from "./plan-booking.ts";
export { changeSettingsIn, readAllSettings, readSettings, saveSettings } from "./settings.ts";
export { findCurrencies } from "./store.ts";
