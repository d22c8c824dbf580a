/** The texts of the card fields by language. A merchant can set its own labels and placeholders; errors always use
 * these texts. */
export type Label = {
  title: string;
  number: string;
  expiry: string;
  cvc: string;
  expiry_hint: string;
  cvc_hint: string;
  number_incomplete: string;
  number_invalid: string;
  expiry_incomplete: string;
  expiry_invalid: string;
  expiry_past: string;
  cvc_incomplete: string;
  network: string;
  busy: string;
  failed: string;
  setup: string;
};

const NAMES = [
  ..."title number expiry cvc expiry_hint cvc_hint".split(" "),
  ..."number_incomplete number_invalid expiry_incomplete expiry_invalid".split(" "),
  ..."expiry_past cvc_incomplete network busy failed setup".split(" "),
] as (keyof Label)[];

const TEXTS: Readonly<Record<string, string>> = {
  en: `Card details|Card number|Expiry date|Security code|Month and year, such as 04 / 30|The 3 or 4 digits printed on the card
    |The card number is incomplete.|The card number is invalid.|The expiry date is incomplete.|The expiry date is invalid.|The card has expired.|The security code is incomplete.
    |No connection. Check it and try again.|Too many requests. Try again in a moment.|Something went wrong. Try again in a moment.|Card payments are not available right now.`,
  de: `Kartendaten|Kartennummer|Gültig bis|Prüfnummer|Monat und Jahr, zum Beispiel 04 / 30|Die 3 oder 4 Ziffern auf der Karte
    |Die Kartennummer ist unvollständig.|Die Kartennummer stimmt nicht.|Das Ablaufdatum ist unvollständig.|Das ist kein gültiges Ablaufdatum.|Die Karte ist abgelaufen.|Die Prüfnummer ist unvollständig.
    |Keine Verbindung. Bitte prüfen und erneut versuchen.|Zu viele Anfragen auf einmal. Bitte gleich noch einmal versuchen.|Das hat nicht geklappt. Bitte gleich noch einmal versuchen.|Kartenzahlungen sind hier gerade nicht möglich.`,
  fr: `Coordonnées de la carte|Numéro de carte|Date d’expiration|Code de sécurité|Mois et année, par exemple 04 / 30|Les 3 ou 4 chiffres imprimés sur la carte
    |Le numéro de carte est incomplet.|Le numéro de carte est incorrect.|La date d’expiration est incomplète.|Cette date d’expiration n’existe pas.|La carte a expiré.|Le code de sécurité est incomplet.
    |Pas de connexion. Vérifiez-la et réessayez.|Trop de demandes à la fois. Réessayez dans un instant.|Cela n’a pas fonctionné. Réessayez dans un instant.|Le paiement par carte est momentanément indisponible.`,
  es: `Datos de la tarjeta|Número de tarjeta|Caducidad|Código de seguridad|Mes y año, por ejemplo 04 / 30|Las 3 o 4 cifras impresas en la tarjeta
    |El número de tarjeta está incompleto.|El número de tarjeta no es correcto.|La fecha de caducidad está incompleta.|Esa fecha de caducidad no es válida.|La tarjeta ha caducado.|El código de seguridad está incompleto.
    |Sin conexión. Compruébala e inténtalo de nuevo.|Demasiadas peticiones a la vez. Inténtalo en un momento.|No ha funcionado. Inténtalo en un momento.|Ahora no se puede pagar con tarjeta aquí.`,
  it: `Dati della carta|Numero della carta|Scadenza|Codice di sicurezza|Mese e anno, per esempio 04 / 30|Le 3 o 4 cifre stampate sulla carta
    |Il numero della carta è incompleto.|Il numero della carta non è corretto.|La data di scadenza è incompleta.|Questa data di scadenza non è valida.|La carta è scaduta.|Il codice di sicurezza è incompleto.
    |Nessuna connessione. Controllala e riprova.|Troppe richieste insieme. Riprova tra un momento.|Non ha funzionato. Riprova tra un momento.|Al momento qui non è possibile pagare con carta.`,
  nl: `Kaartgegevens|Kaartnummer|Vervaldatum|Beveiligingscode|Maand en jaar, bijvoorbeeld 04 / 30|De 3 of 4 cijfers op de kaart
    |Het kaartnummer is onvolledig.|Het kaartnummer klopt niet.|De vervaldatum is onvolledig.|Dat is geen geldige vervaldatum.|De kaart is verlopen.|De beveiligingscode is onvolledig.
    |Geen verbinding. Controleer die en probeer opnieuw.|Te veel verzoeken tegelijk. Probeer het zo opnieuw.|Dat lukte niet. Probeer het zo opnieuw.|Betalen met kaart is hier nu niet mogelijk.`,
  pl: `Dane karty|Numer karty|Data ważności|Kod zabezpieczający|Miesiąc i rok, na przykład 04 / 30|3 lub 4 cyfry wydrukowane na karcie
    |Numer karty jest niepełny.|Numer karty jest nieprawidłowy.|Data ważności jest niepełna.|To nie jest poprawna data ważności.|Karta straciła ważność.|Kod zabezpieczający jest niepełny.
    |Brak połączenia. Sprawdź je i spróbuj ponownie.|Zbyt wiele prób naraz. Spróbuj za chwilę.|Nie udało się. Spróbuj za chwilę.|Płatność kartą jest tu teraz niemożliwa.`,
};

function labelOf(text: string): Label {
  const parts = text.split("|").map((part) => part.trim());
  return Object.fromEntries(NAMES.map((name, i) => [name, parts[i] ?? ""])) as Label;
}

export const LOCALES: ReadonlyMap<string, Label> = new Map(
  Object.entries(TEXTS).map(([locale, text]) => [locale, labelOf(text)]),
);

/** The supported language closest to a tag such as `de-AT`; English by default. */
export function localeOf(params: string): string {
  const language = params.toLowerCase().split(/[-_]/)[0] ?? "";
  return LOCALES.has(language) ? language : "en";
}
