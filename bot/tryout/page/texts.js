// What the page itself says, in the two languages a person can choose.

export const TEXTS = {
  de: {
    app: "BOT", dm: "Privat", dmWith: "Privatnachrichten mit", send: "Senden", placeholder: "Nachricht oder /Befehl …",
    dmsOn: "DM", dmsOff: "DM zu", onlyYou: "Nur du siehst das", dismiss: "Ausblenden", thinking: "denkt nach …", edited: "(bearbeitet)",
    failed: "Diese Interaktion ist fehlgeschlagen.", noAnswer: "Die Anwendung hat nicht reagiert.", used: "nutzte",
    closed: "Privatnachrichten gesperrt", open: "Privatnachrichten erlaubt", language: "Sprache: Deutsch. Switch to English", threadBy: "hat einen Thread eröffnet:",
    choose: "Auswählen …", ok: "Fertig", cancel: "Abbrechen", submit: "Absenden", newBelow: "Neue Nachrichten ↓",
    lost: "Verbindung verloren, neuer Versuch …", optional: "kann fehlen", required: "nötig", loading: "Vorschläge werden geladen …",
    none: "Keine Vorschläge", noChoices: "Vorschläge konnten nicht geladen werden.", yes: "Ja", no: "Nein", gone: "Diese Nachricht ist nicht mehr da.",
    empty: "Noch keine Nachrichten.", missing: "Es fehlt noch:", close: "Schließen", image: "Bild",
    hint: "Willkommen am Kartentisch!", hintText: "Jede Spalte ist eine Person. Eröffne einen Tisch, dann können sich alle dazusetzen:",
    hintOne: "Eröffne einen Tisch; freie Plätze übernehmen die Computer:",
    hintAfter: "Drücke den Knopf und schick den Befehl dann ab (➤).",
  },
  "en-US": {
    app: "BOT", dm: "Direct", dmWith: "Direct messages with", send: "Send", placeholder: "Message or /command …",
    dmsOn: "DM", dmsOff: "DM off", onlyYou: "Only you can see this", dismiss: "Dismiss", thinking: "is thinking …", edited: "(edited)",
    failed: "This interaction failed.", noAnswer: "The application did not respond.", used: "used",
    closed: "DMs closed", open: "DMs open", language: "Language: English. Auf Deutsch umschalten", threadBy: "started a thread:",
    choose: "Choose …", ok: "Done", cancel: "Cancel", submit: "Submit", newBelow: "New messages ↓",
    lost: "Connection lost, trying again …", optional: "optional", required: "required", loading: "Loading options …",
    none: "No options match", noChoices: "Loading options failed.", yes: "Yes", no: "No", gone: "This message is no longer there.",
    empty: "No messages yet.", missing: "Still missing:", close: "Close", image: "Image",
    hint: "Welcome to the card table!", hintText: "Each column is one person. Open a table, and everybody can sit down at it:",
    hintOne: "Open a table; computers can take the free seats:",
    hintAfter: "Press the button, then send the command (➤).",
  },
};
