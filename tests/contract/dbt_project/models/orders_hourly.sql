{{ config(materialized='incremental', incremental_strategy='microbatch', event_time='ordered_at',
          batch_size='hour', lookback=3, begin='2026-01-01', unique_key='order_id') }}
select o.*, fx.rate from {{ ref('orders_staged') }} o left join {{ source('raw', 'fx_rates') }} fx using (currency)
