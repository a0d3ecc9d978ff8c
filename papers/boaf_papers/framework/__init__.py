"""What the papers share: cells, tables, records and pages."""
